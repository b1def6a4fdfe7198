// The report's charts, drawn as SVG by ECharts, without a browser and without a script in the page.

/** Not installed by the set-up of the tests, so it is not imported by name. */
const LIBRARY = "echarts";

/** Blue and orange keep apart for the colour-blind as well; the orange marks are hollow, too. */
export const COLOURS = { tuned: "#1f6fb4", aside: "#c8680a" };
const INK = "#1c2530";
const FAINT = "#e3e7ec";
const MUTED = "#667280";
const FONT =
  'system-ui, -apple-system, "Segoe UI", "Noto Sans CJK SC", sans-serif';

const WIDTH = 560;
/** Pixels of a row, and of what stands above and below all rows. */
const ROW = 22;
const AROUND = 56;
const LEFT = 132;

/** One mark: a value with the interval around it. @typedef {{ value: number, low: number, high: number, series: "tuned" | "aside" }} Mark */
/** A line of a chart; without marks it is a heading. @typedef {{ label: string, marks?: Mark[] }} Line */

/** @typedef {Awaited<ReturnType<typeof openCharts>>} Charts */

/** @throws {Error} where the library is not installed */
export async function openCharts() {
  const { init } = await import(LIBRARY);

  /** @param {number} height @param {object} option @param {number} [width] @returns {string} */
  function draw(height, option, width = WIDTH) {
    const chart = init(null, null, {
      renderer: "svg",
      ssr: true,
      width,
      height,
    });
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: FONT, color: INK },
      ...option,
    });
    const svg = chart.renderToSVGString();
    // Its timers would keep the process alive.
    chart.dispose();
    return svg;
  }

  return {
    /**
     * Values with their intervals, a line each, headings between them.
     *
     * @param {Line[]} lines
     * @param {{ unit: string, min?: number, max?: number }} scale
     */
    intervals: (lines, scale) =>
      draw(lines.length * ROW + AROUND, intervalOption(lines, scale)),

    /** Counts of a label's answers; shade says the share of the label. @param {Grid} grid */
    grid: (grid) =>
      draw(grid.rows.length * ROW + AROUND + 20, gridOption(grid)),

    /** Figures from entry to entry. @param {{ name: string, values: (number | null)[] }[]} series @param {string[]} entries */
    lines: (series, entries) =>
      draw(300, lineOption(series, entries), 2 * WIDTH),
  };
}

/** @param {Line[]} lines @param {{ unit: string, min?: number, max?: number }} scale */
function intervalOption(lines, { unit, min, max }) {
  const marks = lines.flatMap(({ marks = [] }, row) =>
    marks.map((mark) => ({
      ...mark,
      row,
      of: marks.length,
      nth: marks.indexOf(mark),
    })),
  );
  /** Two marks of a line stand beside each other. @param {{ nth: number, of: number }} mark */
  const shift = ({ nth, of }) => (nth - (of - 1) / 2) * 8;
  return {
    grid: { left: LEFT, right: 24, top: 8, bottom: 40 },
    xAxis: {
      type: "value",
      min,
      max,
      ...axisLook,
      name: unit,
      nameLocation: "middle",
      nameGap: 26,
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: lines.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: {
        color: INK,
        interval: 0,
        formatter: (/** @type {string} */ label, /** @type {number} */ row) =>
          lines[row].marks ? `{line|${label}}` : `{head|${label}}`,
        fontSize: 12,
        rich: {
          line: { fontSize: 12, color: INK, fontFamily: FONT },
          head: {
            fontSize: 12,
            color: MUTED,
            fontStyle: "italic",
            fontFamily: FONT,
          },
        },
      },
    },
    series: [
      {
        type: "custom",
        data: marks.map(({ value, low, high, row }) => [value, low, high, row]),
        renderItem: (/** @type {any} */ params, /** @type {any} */ api) => {
          const mark = marks[params.dataIndex];
          const at = (/** @type {number} */ value) => {
            const [x, y] = api.coord([value, mark.row]);
            return [x, y + shift(mark)];
          };
          const [[from, y], [to], [x]] = [
            at(mark.low),
            at(mark.high),
            at(mark.value),
          ];
          const colour = COLOURS[mark.series];
          const isHollow = mark.series === "aside";
          return {
            type: "group",
            children: [
              {
                type: "line",
                shape: { x1: from, y1: y, x2: to, y2: y },
                style: { stroke: colour, lineWidth: 1.5, opacity: 0.55 },
              },
              {
                type: "circle",
                shape: { cx: x, cy: y, r: 3.6 },
                style: {
                  fill: isHollow ? "#fff" : colour,
                  stroke: colour,
                  lineWidth: 1.6,
                },
              },
            ],
          };
        },
      },
    ],
  };
}

const axisLook = {
  splitLine: { lineStyle: { color: FAINT } },
  axisLabel: { color: MUTED },
  nameTextStyle: { color: MUTED },
};

/** @typedef {{ rows: string[], columns: string[], counts: number[][], isRight: (row: string, column: string) => boolean }} Grid */

/** @param {Grid} grid */
function gridOption({ rows, columns, counts, isRight }) {
  const cells = rows.flatMap((row, y) => {
    const all = counts[y].reduce((sum, n) => sum + n, 0);
    return columns.map((column, x) => {
      const n = counts[y][x];
      const share = all === 0 ? 0 : n / all;
      return {
        value: [x, y, share],
        isFramed: isRight(row, column),
        label: {
          show: 0 < n,
          formatter: `${n}`,
          color: share < 0.55 ? INK : "#fff",
          fontWeight: isRight(row, column) ? "bold" : "normal",
        },
        itemStyle: isRight(row, column)
          ? { borderColor: INK, borderWidth: 1.5 }
          : { borderColor: "#fff", borderWidth: 2 },
      };
    });
  });
  return {
    grid: { left: LEFT, right: 24, top: 32, bottom: 8 },
    xAxis: {
      type: "category",
      data: columns,
      position: "top",
      axisLabel: { color: INK, interval: 0 },
      axisTick: { show: false },
      axisLine: { show: false },
    },
    yAxis: {
      type: "category",
      data: rows,
      inverse: true,
      axisLabel: { color: INK, interval: 0 },
      axisTick: { show: false },
      axisLine: { show: false },
    },
    visualMap: {
      show: false,
      min: 0,
      max: 1,
      inRange: { color: ["#f3f6f9", "#1f6fb4"] },
    },
    // What is framed is drawn last, or its neighbours would lie over the frame.
    series: [
      {
        type: "heatmap",
        data: cells.sort((a, b) => Number(a.isFramed) - Number(b.isFramed)),
      },
    ],
  };
}

/** Told apart by their marks, too. */
const SERIES = [
  ["#1f6fb4", "circle"],
  ["#c8680a", "triangle"],
  ["#2b8a57", "rect"],
  ["#8a4fa3", "diamond"],
];

/** @param {{ name: string, values: (number | null)[] }[]} series @param {string[]} entries */
const lineOption = (series, entries) => ({
  legend: { top: 0, left: LEFT - 60, textStyle: { color: INK } },
  grid: { left: 72, right: 24, top: 40, bottom: 32 },
  xAxis: {
    type: "category",
    data: entries,
    boundaryGap: false,
    axisLabel: { color: MUTED },
  },
  yAxis: { type: "value", min: 0, max: 100, ...axisLook, name: "%" },
  series: series.map(({ name, values }, nth) => ({
    name,
    type: "line",
    data: values,
    symbol: SERIES[nth % SERIES.length][1],
    symbolSize: 8,
    color: SERIES[nth % SERIES.length][0],
  })),
});

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

  /** @param {number} height @param {object} option @returns {string} */
  function draw(height, option) {
    const chart = init(null, null, {
      renderer: "svg",
      ssr: true,
      width: WIDTH,
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

    /** Figures from entry to entry, at most four. @param {{ name: string, values: (number | null)[] }[]} series @param {string[]} entries */
    lines: (series, entries) => draw(280, lineOption(series, entries)),
  };
}

/** @param {Line[]} lines @param {{ unit: string, min?: number, max?: number }} scale */
function intervalOption(lines, { unit, min, max }) {
  const marks = lines.flatMap(({ marks = [] }, row) =>
    marks.map((mark, nth) => ({
      ...mark,
      row,
      // Two marks of a line stand beside each other.
      shift: (nth - (marks.length - 1) / 2) * 8,
    })),
  );
  const style = { fontSize: 12, fontFamily: FONT };
  return {
    grid: { left: LEFT, right: 24, top: 8, bottom: 40 },
    xAxis: {
      ...{ type: "value", min, max, name: unit },
      ...{ nameLocation: "middle", nameGap: 26 },
      ...axisLook,
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: lines.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: {
        interval: 0,
        formatter: (/** @type {string} */ label, /** @type {number} */ row) =>
          lines[row].marks ? `{line|${label}}` : `{head|${label}}`,
        rich: {
          line: { ...style, color: INK },
          head: { ...style, color: MUTED },
        },
      },
    },
    series: [
      {
        type: "custom",
        data: marks.map(({ value, low, high, row }) => [value, low, high, row]),
        renderItem: (
          /** @type {{ dataIndex: number }} */ { dataIndex },
          /** @type {Axes} */ axes,
        ) => drawMark(marks[dataIndex], axes),
      },
    ],
  };
}

/** Where a value on the axes is on the picture. @typedef {{ coord: (value: [number, number]) => [number, number] }} Axes */

/** @param {Mark & { row: number, shift: number }} mark @param {Axes} axes */
function drawMark({ value, low, high, series, row, shift }, axes) {
  const at = (/** @type {number} */ x) => axes.coord([x, row])[0];
  const y = axes.coord([value, row])[1] + shift;
  const stroke = COLOURS[series];
  return {
    type: "group",
    children: [
      {
        type: "line",
        shape: { x1: at(low), y1: y, x2: at(high), y2: y },
        style: { stroke, lineWidth: 1.5, opacity: 0.55 },
      },
      {
        type: "circle",
        shape: { cx: at(value), cy: y, r: 3.6 },
        style: {
          fill: series === "aside" ? "#fff" : stroke,
          stroke,
          lineWidth: 1.6,
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
  // The gap is wide because without a browser the widths of texts are guessed.
  legend: { top: 0, left: 0, itemGap: 24, textStyle: { color: INK } },
  grid: { left: 48, right: 48, top: 48, bottom: 40 },
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

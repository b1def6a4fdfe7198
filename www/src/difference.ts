// What differs between two texts: Chinese is compared by character, other scripts by word.

/** A stretch of a text, and whether the other text lacks it. */
export interface Stretch {
  text: string;
  differs: boolean;
}

/** Cells of the table of two texts above which nothing is marked: 4 million numbers are 16 MB, and 20 ms. */
const MOST_CELLS = 4_000_000;
const HAN = /\p{Script=Han}/u;

interface Unit {
  text: string;
  /** What is compared: without case and width, which the library does not count either. */
  folded: string;
  /** Whether it is a word; marks and spaces are never what differs. */
  isWord: boolean;
}

/** Both texts in stretches. */
export function difference(one: string, other: string): [Stretch[], Stretch[]] {
  const [left, right] = [units(one), units(other)];
  const [ours, theirs] = [left, right].map((all) =>
    all.filter(({ isWord }) => isWord),
  ) as [Unit[], Unit[]];
  const shared = inCommon(ours, theirs);
  return [stretches(left, shared), stretches(right, shared)];
}

function units(text: string): Unit[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    (HAN.test(segment) ? [...segment] : [segment]).map((piece) => ({
      text: piece,
      folded: piece.normalize("NFKC").toLowerCase(),
      // A sign inside a number or a name is no word to the segmenter, and yet may be all that differs.
      isWord: isWordLike === true || /[\p{L}\p{N}\p{S}]/u.test(piece),
    })),
  );
}

/** The units of a longest common subsequence. */
function inCommon(ours: Unit[], theirs: Unit[]): Set<Unit> {
  const [n, m] = [ours.length, theirs.length];
  if (MOST_CELLS < (n + 1) * (m + 1)) return new Set([...ours, ...theirs]);
  const width = m + 1;
  const lengths = new Uint32Array((n + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const isSame = (i: number, j: number) =>
    ours[i]?.folded === theirs[j]?.folded;
  for (let i = n - 1; 0 <= i; i -= 1)
    for (let j = m - 1; 0 <= j; j -= 1)
      lengths[i * width + j] = isSame(i, j)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const shared = new Set<Unit>();
  for (let i = 0, j = 0; i < n && j < m;) {
    const [mine, yours] = [ours[i], theirs[j]];
    if (mine && yours && isSame(i, j)) {
      shared.add(mine).add(yours);
      i += 1;
      j += 1;
    } else if (at(i, j + 1) <= at(i + 1, j)) i += 1;
    else j += 1;
  }
  return shared;
}

function stretches(all: Unit[], shared: Set<Unit>): Stretch[] {
  const found: Stretch[] = [];
  const differs = all.map((unit) => unit.isWord && !shared.has(unit));
  all.forEach((unit, nth) => {
    // The space between two words that differ goes with them.
    const isBetween =
      !unit.isWord &&
      unit.text.trim() === "" &&
      differs[nth - 1] === true &&
      differs[nth + 1] === true;
    const marked = differs[nth] === true || isBetween;
    const last = found.at(-1);
    if (last?.differs === marked) last.text += unit.text;
    else found.push({ text: unit.text, differs: marked });
  });
  return found;
}

// Which strategies there are, and the configurations that are measured.

/** In the order of the policy's fields. */
export const STRATEGIES = /** @type {const} */ ([
  "gate",
  "fingerprint",
  "merge",
  "decay",
  "versions",
  "reflect",
]);

/** @typedef {(typeof STRATEGIES)[number]} Strategy */

/** `strategies` is what the policy is given. @typedef {{ id: string, label: string, strategies: Record<Strategy, boolean> }} Configuration */

/** @param {(name: Strategy) => boolean} isOn */
const switched = (isOn) =>
  /** @type {Record<Strategy, boolean>} */ (
    Object.fromEntries(STRATEGIES.map((name) => [name, isOn(name)]))
  );

/** Every strategy off. */
export const OFF = switched(() => false);

/** A policy by which every text is a record of its own, which fades and is reflected on as any. */
export const ADD_ALL_POLICY = {
  strategies: {
    gate: false,
    fingerprint: false,
    versions: false,
    merge: false,
  },
};

/** Plain adding, each strategy alone, all, each one off. @returns {Configuration[]} */
export function configurations() {
  return [
    { id: ADD_ALL, label: "add-all", strategies: OFF },
    ...STRATEGIES.map((name) => ({
      id: `only-${name}`,
      label: `${name} alone`,
      strategies: switched((other) => other === name),
    })),
    { id: ALL, label: "all on", strategies: switched(() => true) },
    ...STRATEGIES.map((name) => ({
      id: `no-${name}`,
      label: `all but ${name}`,
      strategies: switched((other) => other !== name),
    })),
  ];
}

/** The configuration that added time is measured over. */
export const ADD_ALL = "add-all";
/** The one that people use. */
export const ALL = "all";

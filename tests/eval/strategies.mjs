// Which strategies there are, which of them the package has today, and the configurations that are measured.

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

/**
 * Whether `policy.strategies` switches something that is there. The one list to change when a strategy is built; what is
 * false is shown as not built yet.
 *
 * @type {Record<Strategy, boolean>}
 */
export const BUILT = {
  gate: true,
  fingerprint: true,
  merge: true,
  decay: true,
  versions: true,
  reflect: true,
};

/**
 * `strategies` is what the policy is given. `isBuilt` is false where the strategy that tells it from plain adding, or from
 * all of them, does nothing yet.
 *
 * @typedef {{ id: string, label: string, strategies: Record<Strategy, boolean>, isBuilt: boolean }} Configuration
 */

/** Plain adding, each strategy alone, all, each one off. @returns {Configuration[]} */
export function configurations(built = BUILT) {
  const all = (/** @type {(name: Strategy) => boolean} */ isOn) =>
    /** @type {Record<Strategy, boolean>} */ (
      Object.fromEntries(STRATEGIES.map((name) => [name, isOn(name)]))
    );
  return [
    {
      id: ADD_ALL,
      label: "add-all",
      strategies: all(() => false),
      isBuilt: true,
    },
    ...STRATEGIES.map((name) => ({
      id: `only-${name}`,
      label: `${name} alone`,
      strategies: all((other) => other === name),
      isBuilt: built[name],
    })),
    { id: ALL, label: "all on", strategies: all(() => true), isBuilt: true },
    ...STRATEGIES.map((name) => ({
      id: `no-${name}`,
      label: `all but ${name}`,
      strategies: all((other) => other !== name),
      isBuilt: built[name],
    })),
  ];
}

/** The configuration that added time is measured over. */
export const ADD_ALL = "add-all";
/** The one that people use. */
export const ALL = "all";

// Versions and conflicts, as far as the package in hand has them: what the page asks for is looked for first.

import type { Memory } from "palimpsest";

/** One value of a key, or one writing of a record. */
export interface Version {
  /** The record that says so, where it is known. */
  id?: string;
  value: string;
  text: string;
  observedAt: number;
}

/** Values that can't all hold. */
export interface Conflict {
  id: string;
  key?: string;
  versions: Version[];
  /** What to ask, in the language of the memory. */
  question: string;
}

/** What is said of a conflict. */
export type Resolution =
  { choose: string } | { value: string } | { keepBoth: true };

/** The methods of a package that has versions. */
export interface Settling {
  conflicts(): Promise<Conflict[]>;
  resolve(id: string, resolution: Resolution): Promise<unknown>;
  history(
    idOrKey: string,
  ): Promise<{ current?: Version | undefined; versions: Version[] }>;
}

/** The handle with those methods, or nothing. */
export function settling(memory: Memory): Settling | undefined {
  return "conflicts" in memory ? (memory as unknown as Settling) : undefined;
}

/** Options of a recall that such a package knows beside the others. */
export interface HistoryOptions {
  includeHistory?: boolean;
  asOf?: string;
}

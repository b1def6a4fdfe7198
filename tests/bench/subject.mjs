// What is measured: anything that takes rows and finds those nearest to a query. One shape for the library and its peers.

/** @typedef {"node" | "page"} Runtime */

/**
 * What a subject is given besides its library: the runtime that it is in, a file of a package, and how many rows are to come.
 *
 * @typedef {object} Surroundings
 * @property {Runtime} runtime
 * @property {(path: string) => Promise<Uint8Array>} bytes
 * @property {number} nRows
 * @property {string[]} texts a sentence for each row
 * @property {string[]} queryTexts a sentence for each query
 */

/**
 * A built index. What it can't do it lacks; what is called in a page may answer later.
 *
 * @typedef {object} Index
 * @property {(rows: Float32Array[]) => unknown} insert row n is known as n from then on
 * @property {(query: Float32Array, nth: number) => number[] | Promise<number[]>} search the ten nearest, by their numbers; `nth` is the query's number
 * @property {(query: Float32Array, nth: number) => number[] | Promise<number[]>} [searchForRecall] in its place for recall@10, where the timed search is asked for more than the nearest
 * @property {() => unknown} [save] what it holds as one value, or kept by the runtime
 * @property {(saved: any, query: Float32Array) => unknown} [open] a second index from what `save` gave, which has answered the query when it resolves
 * @property {() => string | undefined} [note] what is to be said beside its row
 */

/**
 * `package` is looked up for its version; `wasm` is the file that is shipped beside the JavaScript, if any. `from` names the module that is bundled, and
 * `names` what is used of it. What is never shipped alone has no size.
 *
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} label
 * @property {{ from: string, names: string[], package: string, wasm?: string, isShipped?: false } | null} library
 * @property {Runtime[]} runtimes
 * @property {number} mostRows above this it runs only when it is named
 * @property {(library: any, surroundings: Surroundings) => Promise<Index>} create
 */

/** For where nothing but the JavaScript loop, Orama and ours can be waited for. */
export const SMALL = 10_000;

/** @type {Runtime[]} */
export const BOTH = ["node", "page"];

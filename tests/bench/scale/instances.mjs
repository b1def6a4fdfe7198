// The memory of every wasm instance that is made from here on: the package shows its own to nobody.

/** @type {WebAssembly.Memory[]} */
const memories = [];

/** @param {WebAssembly.Instance} instance */
function watch(instance) {
  const { memory } = instance.exports;
  memories.push(/** @type {WebAssembly.Memory} */ (memory));
  return instance;
}

const { instantiate, instantiateStreaming } = WebAssembly;
Object.assign(WebAssembly, {
  Instance: new Proxy(WebAssembly.Instance, {
    construct: (Instance, given) =>
      watch(new Instance(.../** @type {[WebAssembly.Module]} */ (given))),
  }),
  instantiate: async (
    /** @type {any} */ source,
    /** @type {WebAssembly.Imports} */ imports,
  ) => {
    const made = /** @type {any} */ (await instantiate(source, imports));
    watch(made.instance ?? made);
    return made;
  },
  instantiateStreaming: async (
    /** @type {any} */ source,
    /** @type {WebAssembly.Imports} */ imports,
  ) => {
    const made = await instantiateStreaming(source, imports);
    watch(made.instance);
    return made;
  },
});

/** @returns {number} bytes of all of them */
export const wasmBytes = () =>
  memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

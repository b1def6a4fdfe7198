// The memories of wasm modules, which are shown to nobody, and in Chromium not counted with the heap: whoever makes an instance is watched.

/** @type {Set<WebAssembly.Memory>} */
const memories = new Set();

/** @returns {number} bytes of all of them */
export const memoryBytes = () =>
  [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

/** @param {WebAssembly.Instance} instance @param {WebAssembly.Imports} [imports] */
function watch(instance, imports = {}) {
  const given = Object.values(imports).flatMap((module) =>
    Object.values(module),
  );
  for (const value of [...Object.values(instance.exports), ...given])
    if (value instanceof WebAssembly.Memory) memories.add(value);
}

const { instantiate, instantiateStreaming, Instance } = WebAssembly;

/** @param {any} source @param {WebAssembly.Imports} [imports] */
async function watched(source, imports) {
  const made = /** @type {any} */ (await instantiate(source, imports));
  watch(made.instance ?? made, imports);
  return made;
}

/** @param {Response | PromiseLike<Response>} source @param {WebAssembly.Imports} [imports] */
async function watchedStream(source, imports) {
  const made = await instantiateStreaming(source, imports);
  watch(made.instance, imports);
  return made;
}

Object.assign(WebAssembly, {
  instantiate: watched,
  instantiateStreaming: watchedStream,
  Instance: new Proxy(Instance, {
    construct(target, [module, imports]) {
      const made = new target(module, imports);
      watch(made, imports);
      return made;
    },
  }),
});

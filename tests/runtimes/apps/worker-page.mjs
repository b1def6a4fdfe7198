const worker = new Worker("./worker.mjs", { type: "module" });
worker.onmessage = ({ data }) => (window.answer = data);
worker.onerror = ({ message }) => (window.answer = message);

// A local server that speaks as much of OpenAI's protocol as the tests need, and fails in the ways that a test writes into its script.

import { once } from "node:events";
import { createServer } from "node:http";

/** @typedef {{ path: string, query: string, headers: import("node:http").IncomingHttpHeaders, body: any }} Call */
/** @typedef {(response: import("node:http").ServerResponse, call: Call) => void} Answer */

/** A model's answer that fits the schema of these tests. */
export const ANSWER = '{"fact":"住在上海"}';

/**
 * A server that ends with the test. It answers each request by the next answer of the script, and well when there is none.
 *
 * @param {import("node:test").TestContext} test @param {...Answer} script
 */
export async function serve(test, ...script) {
  /** @type {Call[]} */
  const calls = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, search } = new URL(request.url ?? "", "http://local");
    const call = {
      path: pathname,
      query: search,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    calls.push(call);
    (script.shift() ?? well)(response, call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (
    server.address()
  );
  return { baseURL: `http://127.0.0.1:${port}/v1`, calls, script };
}

/** An address on which nobody listens: a server had it, and is gone. */
export async function deserted() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (
    server.address()
  );
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/v1`;
}

/** The vector that the server gives a text: the same for the same text. @param {string} text */
export function vectorFor(text) {
  const vector = Array(16).fill(0.125);
  [...text].forEach((letter, place) => {
    vector[(letter.codePointAt(0) ?? 0) % 16] += 1 / (1 + place);
  });
  return vector;
}

/** What an embeddings request is answered. @param {Call} call */
const embeddings = ({ body }) => ({
  object: "list",
  model: body.model,
  data: body.input.map(
    (/** @type {string} */ text, /** @type {number} */ index) => ({
      object: "embedding",
      index,
      embedding:
        body.encoding_format === "base64"
          ? Buffer.from(Float32Array.from(vectorFor(text)).buffer).toString(
              "base64",
            )
          : vectorFor(text),
    }),
  ),
  usage: { prompt_tokens: 7, total_tokens: 7 },
});

/** What a chat request is answered. @param {object} message @param {string} finish_reason */
const completion = (message, finish_reason) => ({
  id: "chat-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "chat-model",
  choices: [
    { index: 0, message: { role: "assistant", ...message }, finish_reason },
  ],
  usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
});

/** Answers JSON. @param {unknown} body @returns {Answer} */
export const json = (body) => (response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

/** Answers as a server should. @type {Answer} */
export const well = (response, call) => {
  const body = call.path.endsWith("/embeddings")
    ? embeddings(call)
    : completion({ content: ANSWER }, "stop");
  json(body)(response, call);
};

/** Answers a chat by this message. @param {object} message @returns {Answer} */
export const says = (message, finish = "stop") =>
  json(completion(message, finish));

/** Answers embeddings, changed by the test. @param {(data: any[]) => any[]} change @returns {Answer} */
export const changed = (change) => (response, call) => {
  const good = embeddings(call);
  json({ ...good, data: change(good.data) })(response, call);
};

/**
 * Fails with a status, in the protocol's shape.
 *
 * @param {number} status @param {Record<string, string>} [headers] @param {object} [error] @returns {Answer}
 */
export const fails =
  (status, headers = {}, error = { message: `status ${status}` }) =>
  (response) => {
    response.writeHead(status, {
      "content-type": "application/json",
      ...headers,
    });
    response.end(JSON.stringify({ error }));
  };

/** Fails in a way that asks for another try at once. @param {number} status */
export const fleeting = (status) => fails(status, { "retry-after-ms": "1" });

/** Sends the head and half of the body, and cuts the connection. @type {Answer} */
export const cut = (response) => {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": "1000",
  });
  response.write('{"object":"list","data":[', () => response.socket?.destroy());
};

/** Cuts the connection before a word. @type {Answer} */
export const hangUp = (response) => {
  response.socket?.destroy();
};

/** Never answers. @type {Answer} */
export const silent = () => {};

/** Answers a page, as a proxy does. @type {Answer} */
export const page = (response) => {
  response.setHeader("content-type", "text/html");
  response.end("<html><body>Welcome to the network</body></html>");
};

// In the page: the database is filled with the rows of a store, and in another page it is opened, searched and written to.

import "./instances.mjs";

import { Memory } from "palimpsest";

import { rowsIn } from "./rows.mjs";
import { measured, opened } from "./steps.mjs";

const NAME = "scale";

/** @param {number} revision */
async function fill(revision) {
  // The library lays the database out.
  await (await Memory.open({ name: NAME })).close();
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  /** @param {string[]} stores @param {(tx: IDBTransaction) => void} act */
  const written = (stores, act) =>
    new Promise((resolve, reject) => {
      const tx = database.transaction(stores, "readwrite");
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error);
      act(tx);
    });
  const stores = [...database.objectStoreNames];
  await written(stores, (tx) =>
    stores.forEach((name) => tx.objectStore(name).clear()),
  );
  let count = 0;
  for (let nth = 0; ; nth++) {
    const chunk = await (await fetch(`/rows/${nth}`)).arrayBuffer();
    if (chunk.byteLength === 0) break;
    await written(stores, (tx) => {
      for (const [collection, key, value] of rowsIn(chunk)) {
        tx.objectStore(collection).put(value, key);
        count += 1;
      }
    });
  }
  await written(["revision"], (tx) =>
    tx.objectStore("revision").put([revision, "0".repeat(32)], "revision"),
  );
  database.close();
  return count;
}

/** @param {number} budget @param {string[]} texts */
const measure = (budget, texts) =>
  measured(() => opened(Memory, { name: NAME }, budget), texts);

Object.assign(window, { fill, measure });

// The page's hold on the store: one database, one handle a user, and word to and from the other tabs.

import { Memory, type Scope } from "palimpsest";

import type { Embedding } from "./embedders.ts";

/** The users whose memories the page shows. They never mix. */
export const USERS = ["ana", "lin"] as const;
export type User = (typeof USERS)[number];

const DATABASE = "palimpsest-page";

/** What is open. */
export interface Store {
  /** A handle on one user's memories. */
  of(user: User): Memory;
  /** Tells the other tabs that a user's memories changed; the library notices by itself, but not before it is asked something. */
  tell(user: User): void;
  close(): Promise<void>;
}

/** Opens the store with an embedder; `onChange` is told of what other tabs change. */
export async function openStore(
  embedding: Embedding,
  onChange: (user: string | undefined) => void,
): Promise<Store> {
  const { embed, embedModel } = embedding;
  const root = await Memory.open({
    name: DATABASE,
    ...(embed && { embed }),
    ...(embedModel !== undefined && { embedModel }),
    onEvent(event) {
      if (event.type === "changed" && event.origin === "other")
        onChange(event.scope.userId);
    },
  });
  const tabs = new BroadcastChannel(DATABASE);
  tabs.addEventListener("message", ({ data }: MessageEvent<Scope>) =>
    onChange(data.userId),
  );
  return {
    of: (userId) => root.scoped({ userId }),
    tell: (userId) => tabs.postMessage({ userId } satisfies Scope),
    async close() {
      tabs.close();
      await root.close();
      embedding.close();
    },
  };
}

// What the page knows, and what can be done to it; the parts draw it.

import {
  type Hit,
  type Memory,
  MemoryError,
  type MemoryRecord,
  type RememberInput,
  type Thresholds,
} from "palimpsest";

import {
  byMeaning,
  byWords,
  type Embedding,
  type EmbedderName,
} from "./embedders.ts";
import { type Language, localeOf, TEXTS, type Texts } from "./language.ts";
import { type Conflict, settling } from "./settling.ts";
import { openStore, type Store, type User, USERS } from "./store.ts";
import { tell, type Told } from "./told.ts";

/** Which records are listed. */
export type View = "active" | "superseded" | "deleted";

/** What went wrong last: the library's error, or an embedder that could not be loaded. */
export interface Fault {
  code: string;
  message: string;
}

const CHOICES = "palimpsest-page";

export class Page {
  language: Language;
  user: User;
  view: View = "active";
  records: MemoryRecord[] = [];
  conflicts: Conflict[] = [];
  /** Records that have no vector of the embedder in use. */
  nWithoutVector = 0;
  /** The cosines that hold for the embedder in use. */
  thresholds: Thresholds | undefined;
  told: Told | undefined;
  hits: Hit[] | undefined;
  /** Whether something is being written. */
  isBusy = false;
  /** How much of the embedder is loaded, 0 to 1; 1 while it is being made ready. */
  progress: number | undefined;
  fault: Fault | undefined;
  /** Records whose details are unfolded. */
  readonly unfolded = new Set<string>();
  /** Called when what is shown may have changed. */
  draw: () => void = () => {};

  #store: Store | undefined;
  #embedding: Embedding = byWords();

  constructor(language: Language, { user }: Choices) {
    this.language = language;
    this.user = USERS.find((known) => known === user) ?? USERS[0];
  }

  get texts(): Texts {
    return TEXTS[this.language];
  }

  /** For dates and numbers. */
  get locale(): string {
    return localeOf(this.language);
  }

  get embedding(): Embedding {
    return this.#embedding;
  }

  get memory(): Memory {
    if (!this.#store)
      throw new MemoryError("store_unavailable", "the store is not open");
    return this.#store.of(this.user);
  }

  get isOpen(): boolean {
    return this.#store !== undefined;
  }

  /** Opens the store, with the embedder that is wanted where it can be had. */
  async open(wanted: EmbedderName): Promise<void> {
    if (wanted === "meaning") await this.#load();
    await this.attempt(async () => {
      const old = this.#store;
      this.#store = undefined;
      await old?.close();
      this.#store = await openStore(this.#embedding, (user) => {
        if (user === this.user) void this.attempt(() => this.refresh());
      });
      await this.refresh();
    });
  }

  async choose(embedder: EmbedderName): Promise<void> {
    if (embedder === "words") this.#embedding = byWords();
    await this.open(embedder);
    this.#keepChoices();
  }

  async switchTo(user: User): Promise<void> {
    this.user = user;
    this.told = undefined;
    this.hits = undefined;
    this.#keepChoices();
    await this.attempt(() => this.refresh());
  }

  speak(language: Language): void {
    this.language = language;
    this.#keepChoices();
  }

  async remember(input: RememberInput): Promise<boolean> {
    this.isBusy = true;
    this.draw();
    const isWritten = await this.attempt(async () => {
      this.told = await tell(this.memory, input, () => this.#embedding.spent());
      await this.#changed();
    });
    this.isBusy = false;
    this.draw();
    return isWritten;
  }

  /** Takes back what the last decision did. */
  async undo(): Promise<void> {
    const told = this.told;
    if (!told) return;
    await this.change(async (memory) => {
      for (const id of told.decision.journalIds.toReversed())
        await memory.undo(id);
      told.isUndone = true;
    });
  }

  /** Does something that changes the store. */
  async change(act: (memory: Memory) => Promise<unknown>): Promise<void> {
    await this.attempt(async () => {
      await act(this.memory);
      await this.#changed();
    });
  }

  /** Gives all records vectors of the embedder in use. */
  async reembed(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.draw();
    await this.change((memory) => memory.reembed());
    this.isBusy = false;
    this.draw();
  }

  /** Reads anew what is shown. */
  async refresh(): Promise<void> {
    const memory = this.memory;
    const [records, conflicts, stats] = await Promise.all([
      memory.list(
        this.view === "active" ? { includeCold: true } : { status: this.view },
      ),
      settling(memory)?.conflicts() ?? [],
      memory.stats(),
    ]);
    // The user may have been switched meanwhile.
    if (memory.scope.userId !== this.user) return;
    this.records = records.reverse();
    this.conflicts = conflicts;
    this.thresholds = stats.thresholds;
    this.nWithoutVector = Math.max(0, stats.hot + stats.cold - stats.vectors);
    this.draw();
  }

  /** Does something that may fail, and shows how it failed. */
  async attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      const { code, message } = MemoryError.from(thrown);
      this.fault = { code, message };
      this.draw();
      return false;
    }
  }

  async #changed(): Promise<void> {
    this.#store?.tell(this.user);
    await this.refresh();
  }

  async #load(): Promise<void> {
    if (this.#embedding.name === "meaning") return;
    this.progress = 0;
    this.draw();
    try {
      this.#embedding = await byMeaning((done, total) => {
        this.progress = done / total;
        this.draw();
      });
    } catch (err) {
      this.fault = {
        code: "embedder",
        message: err instanceof Error ? err.message : String(err),
      };
    }
    this.progress = undefined;
    this.draw();
  }

  #keepChoices(): void {
    const choices: Choices = {
      language: this.language,
      user: this.user,
      embedder: this.#embedding.name,
    };
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  }
}

/** What is chosen on the page and kept from visit to visit. */
export interface Choices {
  language?: string;
  user?: string;
  embedder?: string;
}

export function keptChoices(): Choices {
  try {
    return JSON.parse(localStorage.getItem(CHOICES) ?? "{}") as Choices;
  } catch {
    return {};
  }
}

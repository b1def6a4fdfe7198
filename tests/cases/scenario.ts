// The types of a case; README.md tells what each field means.

/** A model's answer: a string as it stands, anything else as its JSON text. */
export type Answer = string | object;

export type EmbedSpec =
  | "builtin"
  | "fail"
  | { cosine: number }
  | { groups: string[][]; within?: number; across?: number };

export type ModelSpec =
  | "fail"
  | {
      annotate?: Record<string, Answer>;
      judge?: Answer[];
      merge?: Answer[];
      reflect?: Answer[];
      extract?: Answer[];
    };

export interface Expect {
  action?: string | string[];
  guards?: string[];
  guardsAny?: string[];
  llmCalls?: number;
  kind?: string;
  confidenceAtMost?: number;
  actions?: string[];
  first?: string;
  contains?: string[];
  excludes?: string[];
  count?: number;
  current?: string;
  values?: string[];
  report?: Record<string, unknown>;
  active?: number;
  hot?: number;
  cold?: number;
  conflicts?: number;
  texts?: string[];
  lost?: string[];
}

/** One verb, with what stands beside it. */
export interface Step {
  at?: string;
  scope?: object;
  expect?: Expect;
  remember?: string | object;
  together?: string[];
  observe?: { role: string; content: string }[];
  recall?: string;
  limit?: number;
  includeCold?: boolean;
  includeHistory?: boolean;
  asOf?: string;
  history?: string;
  sweep?: true;
  reflect?: true;
  reopen?: true;
  resolve?: "first";
  choose?: string;
  forget?: string;
  undo?: "last";
  check?: true;
}

export interface Scenario {
  id: string;
  seen: string;
  embed?: EmbedSpec;
  llm?: ModelSpec;
  policy?: object;
  steps: Step[];
}

import * as workflows from '../../workflows/index.ts';

/** Names of all workflows. */
export const workflowNames: readonly string[] = Object.keys(workflows);

/** Histories are stored beside the sources; tests run from `build/`. */
export function historyFile(name: string): URL {
  return new URL(`../../../test/replay/histories/${name}.json`, import.meta.url);
}

/** Content of a history file. */
export interface RecordedHistory {
  readonly workflowId: string;
  readonly history: { readonly events: readonly object[] };
}

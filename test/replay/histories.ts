import * as workflows from '../../workflows/index.ts';

/** Every workflow that a worker serves. */
export const workflowNames: readonly string[] = Object.keys(workflows);

/** Histories lie beside the sources; tests run from `build/`. */
export function historyFile(name: string): URL {
  return new URL(`../../../test/replay/histories/${name}.json`, import.meta.url);
}

/** What a file holds. */
export interface RecordedHistory {
  readonly workflowId: string;
  readonly history: { readonly events: readonly object[] };
}

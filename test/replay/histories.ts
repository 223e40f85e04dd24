import { readdirSync, readFileSync } from 'node:fs';
import type * as all from '../../workflows/index.ts';
import * as workflows from '../../workflows/index.ts';

export type WorkflowName = keyof typeof all;

/** Names of all workflows. */
export const workflowNames = Object.keys(workflows) as readonly WorkflowName[];

/** The folder of the histories of the code that is not released. */
export const unreleased = 'unreleased';

/** Paths through a workflow with a recorded history each. */
export const recordedPaths = ['completed', 'failed', 'cancelled'] as const;
export type RecordedPath = (typeof recordedPaths)[number] | 'continued';

/** Content of a history file. */
export interface RecordedHistory {
  readonly workflowId: string;
  readonly history: { readonly events: readonly HistoryEvent[] };
}

export interface HistoryEvent {
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

/** One folder per release. */
const folder = new URL('histories/', import.meta.url);

export function releaseFolder(release: string): URL {
  return new URL(`${release}/`, folder);
}

export function historyFile(release: string, workflow: WorkflowName, recorded: RecordedPath): URL {
  return new URL(`${workflow}.${recorded}.json`, releaseFolder(release));
}

/** Returns the releases with recorded histories, and {@link unreleased}. */
export function releases(): readonly string[] {
  return readdirSync(folder).toSorted();
}

/** Returns the names of the history files of a release. */
export function historiesOf(release: string): readonly string[] {
  return readdirSync(releaseFolder(release)).toSorted();
}

export function readHistory(file: URL): RecordedHistory {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedHistory;
}

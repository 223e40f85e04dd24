import type { JsonObject } from '../json.ts';
import type { ResourceStatus } from '../values.ts';
import { diffJson } from './diff-json.ts';
import type { DiffEntry } from './diff-json.ts';

type Tags = Readonly<Record<string, string>>;

/** What the inventory holds of a resource that was observed again. */
export interface StoredState {
  readonly status: ResourceStatus;
  readonly configHash: string;
  readonly ruleSet: number;
  readonly configuration: JsonObject;
  readonly tags: Tags;
}

export interface ObservedState {
  readonly configHash: string;
  readonly configuration: JsonObject;
  readonly tags: Tags;
}

/** The stored configuration under the rules of today. */
export type Renormalise = (stored: { configuration: JsonObject; tags: Tags }) => ObservedState;

export interface Decision {
  /** Absent when nothing happened to the resource. */
  readonly change?: 'updated' | 'reappeared';
  /** Whether the configuration differs, so that a revision is written. */
  readonly revised: boolean;
  /** Pointers into `{configuration, tags}`. */
  readonly diff: readonly DiffEntry[];
}

/**
 * Decides what an observation means. Under a newer rule set the stored configuration is hashed again by the new rules
 * first, so that a new rule neither makes nor hides a change. A row that was written under newer rules than ours (by
 * a newer worker, during an upgrade) is left to the newer worker.
 */
export function decideChange(
  stored: StoredState,
  observed: ObservedState,
  ruleSet: number,
  renormalise: Renormalise,
): Decision {
  const base =
    stored.ruleSet < ruleSet
      ? renormalise(stored)
      : stored.ruleSet > ruleSet
        ? { ...stored, ...observed }
        : stored;
  const revised = base.configHash !== observed.configHash;
  const diff = revised
    ? diffJson(
        { configuration: base.configuration, tags: base.tags },
        { configuration: observed.configuration, tags: observed.tags },
      )
    : [];
  if (stored.status === 'deleted') return { change: 'reappeared', revised, diff };
  return revised ? { change: 'updated', revised, diff } : { revised, diff };
}

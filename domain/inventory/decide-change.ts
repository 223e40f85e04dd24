import type { JsonObject } from '../json/json.ts';
import type { ResourceStatus } from '../values.ts';
import { diffJson } from '../json/diff.ts';
import type { DiffEntry } from '../json/diff.ts';

type Tags = Readonly<Record<string, string>>;

/** The stored state of a resource. */
export interface StoredState {
  readonly status: ResourceStatus;
  readonly configHash: string;
  readonly ruleSet: number;
  readonly configuration: JsonObject;
  readonly tags: Tags;
}

/** The state of a resource as the current scan observed it. */
export interface ObservedState {
  readonly configHash: string;
  readonly configuration: JsonObject;
  readonly tags: Tags;
}

/** Normalises and hashes a stored configuration with the current rule set. */
export type Renormalise = (stored: { configuration: JsonObject; tags: Tags }) => ObservedState;

/** Result of comparing an observation with the stored state. */
export interface Decision {
  /** Absent when the resource is unchanged. */
  readonly change?: 'updated' | 'reappeared';
  /** Whether configuration or tags differ. The caller then writes a revision. */
  readonly revised: boolean;
  /** Differences; the paths are JSON Pointers into `{configuration, tags}`. */
  readonly diff: readonly DiffEntry[];
}

/**
 * Compares an observation with the stored state. A stored state with an older rule set is normalised and hashed with the
 * current rules first, so that a new rule neither creates nor hides a change. A stored state with a newer rule set was
 * written by a newer worker during an upgrade; it counts as unchanged, because this worker cannot compare it.
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

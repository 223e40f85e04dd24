import { isEqualJson } from '../../domain/json/equal.ts';
import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { unreadableToStore } from '../../domain/discovery/observation/unreadable-part.ts';
import type { StoredUnreadablePart } from '../../domain/discovery/observation/unreadable-part.ts';
import { decideChange } from '../../domain/inventory/decide-change.ts';
import type { Decision, ObservedState } from '../../domain/inventory/decide-change.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { diffJson } from '../../domain/json/diff.ts';
import { adoptFirstReadings, keepUnreadableParts } from '../../domain/inventory/keep-unreadable-parts.ts';
import type { PartedContent } from '../../domain/inventory/keep-unreadable-parts.ts';
import type { KnownResource } from './find-known-resources.ts';

/** The current normalising rules. `renormalise` applies them to a stored resource. */
export interface Rules {
  readonly ruleSet: number;
  /** Returns the keys of a type's configuration that are read only since a later rule set than the given one. */
  keysReadSince(resourceType: string, ruleSet: number): readonly string[];
  /** Returns the hash of a normalised configuration with its tags. */
  configHash(configuration: JsonObject, tags: Readonly<Record<string, string>>): string;
  renormalise(stored: {
    readonly resourceType: string;
    readonly configuration: JsonObject;
    readonly tags: Readonly<Record<string, string>>;
  }): ObservedState;
}

export interface Document {
  readonly resourceId: string;
  readonly revision: number;
  readonly configuration: JsonObject;
  readonly volatile: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * Returns a row in which the keys that its release did not read are parts that were never read, so that their first reading is
 * no change, also when the role gets the permission for it later.
 */
export function withUnreadKeys(
  row: KnownResource,
  { configuration }: Document,
  resourceType: string,
  rules: Rules,
): KnownResource {
  const keys = rules.keysReadSince(resourceType, row.ruleSet);
  const parts = keys
    .filter((key) => !Object.hasOwn(configuration, key))
    .map((part): StoredUnreadablePart => ({ part, scope: 'key', reason: 'error', neverRead: true }));
  return parts.length === 0 ? row : { ...row, unreadable: [...(row.unreadable ?? []), ...parts] };
}

/** Returns an observation with the earlier values of its unreadable parts, and with its hash. */
export function withEarlierParts(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): ObservedResource {
  const { unreadable = [] } = observed;
  if (unreadable.length === 0) return observed;
  const { configuration, tags } = keepUnreadableParts(
    contentUnderRules(row, document, observed.resourceType, rules),
    observed,
    unreadable,
  );
  return {
    ...observed,
    arn: observed.arn ?? row.arn,
    name: observed.name ?? row.name,
    configuration,
    tags,
    volatile: { ...document.volatile, ...observed.volatile },
    configHash: rules.configHash(configuration, tags),
  };
}

/**
 * Compares an observation with the stored resource. Parts that were read for the first time do not count as a change of the
 * resource, but a revision is written.
 */
export function decide(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): Decision {
  const stillUnreadable = new Set((observed.unreadable ?? []).map(({ part }) => part));
  const firstRead = (row.unreadable ?? []).filter(
    ({ part, neverRead }) => neverRead === true && !stillUnreadable.has(part),
  );
  const { configuration, tags } = document;
  const stored = {
    status: row.status,
    configHash: row.configHash,
    ruleSet: row.ruleSet,
    configuration,
    tags,
  };
  const compare = (state: typeof stored) =>
    decideChange(state, observed, rules.ruleSet, (old) =>
      rules.renormalise({ ...old, resourceType: observed.resourceType }),
    );
  if (firstRead.length === 0 || row.ruleSet > rules.ruleSet) return compare(stored);
  const before = contentUnderRules(row, document, observed.resourceType, rules);
  const adopted = adoptFirstReadings(before, observed, firstRead);
  const configHash = rules.configHash(adopted.configuration, adopted.tags);
  const decision = compare({ ...stored, ...adopted, configHash, ruleSet: rules.ruleSet });
  if (decision.change !== undefined)
    return { ...decision, revised: decision.revised || row.configHash !== observed.configHash };
  const diff = diffJson(content(before), content(observed));
  return { revised: diff.length > 0, diff };
}

/** Returns whether a row and its document already have the values of an observation with unreadable parts. */
export function isUnchanged(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  decision: Decision,
  rules: Rules,
): boolean {
  if (observed.unreadable === undefined || decision.change !== undefined || decision.revised) return false;
  return (
    row.status === 'active' &&
    row.ruleSet >= rules.ruleSet &&
    row.arn === observed.arn &&
    row.name === observed.name &&
    row.ownerAccountNumber === observed.home?.awsAccountNumber &&
    !row.restated &&
    isEqualJson(document.volatile, observed.volatile) &&
    haveSameParts(row.unreadable ?? [], unreadableToStore(observed.unreadable, row.unreadable ?? []) ?? [])
  );
}

function haveSameParts(
  left: readonly StoredUnreadablePart[],
  right: readonly StoredUnreadablePart[],
): boolean {
  const text = (parts: readonly StoredUnreadablePart[]) =>
    JSON.stringify(
      parts.map(({ part, scope, reason, action, neverRead }) => [part, scope, reason, action, neverRead]),
    );
  return text(left) === text(right);
}

/** Returns the stored content, normalised with the current rules if an older rule set wrote it. */
function contentUnderRules(
  row: KnownResource,
  { configuration, tags }: Document,
  resourceType: string,
  rules: Rules,
): PartedContent {
  return row.ruleSet < rules.ruleSet
    ? rules.renormalise({ resourceType, configuration, tags })
    : { configuration, tags };
}

function content({ configuration, tags }: PartedContent) {
  return { configuration, tags };
}

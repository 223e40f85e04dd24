import { isEqualJson } from '../../domain/json/equal.ts';
import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { unreadableToStore } from '../../domain/discovery/observation/unreadable-part.ts';
import type { StoredUnreadablePart } from '../../domain/discovery/observation/unreadable-part.ts';
import { decideChange } from '../../domain/inventory/decide-change.ts';
import type { Decision, ObservedState } from '../../domain/inventory/decide-change.ts';
import type { JsonObject } from '../../domain/json/json.ts';
import { diffJson } from '../../domain/json/diff.ts';
import type { DiffEntry } from '../../domain/json/diff.ts';
import { UNMODELED_SINCE } from '../../domain/discovery/declaration/earlier-rules.ts';
import { addedPaths, movedPaths, withoutPaths } from '../../domain/inventory/moved-paths.ts';
import { adoptFirstReadings, keepUnreadableParts } from '../../domain/inventory/keep-unreadable-parts.ts';
import type { PartedContent } from '../../domain/inventory/keep-unreadable-parts.ts';
import type { KnownResource } from './find-known-resources.ts';

/** The current normalising rules. */
export interface Rules {
  readonly ruleSet: number;
  /** Returns the keys of a type's configuration that are read only since a later rule set than the given one. */
  keysReadSince(resourceType: string, ruleSet: number): readonly string[];
  /** Returns the hash of a normalised configuration with its tags. */
  configHash(configuration: JsonObject, tags: Readonly<Record<string, string>>): string;
  /** Returns the text that is stored instead of a secret. */
  hideSecret(secret: string): string;
  /** Applies the current rules, or those of an earlier rule set, to a stored resource. */
  renormalise(
    stored: {
      readonly resourceType: string;
      readonly configuration: JsonObject;
      readonly tags: Readonly<Record<string, string>>;
    },
    ruleSet?: number,
  ): ObservedState;
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
 * resource, nor do values that an earlier rule set sorted, hid or dropped; but a revision is written.
 */
export function decide(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): Decision {
  const decision = compareContents(row, document, observed, rules);
  if (decision.change === undefined || !decision.revised || row.ruleSet > rules.ruleSet) return decision;
  const diff = diffUnderEarlierRules(row, document, observed, rules);
  if (diff === undefined) return decision;
  if (diff.length > 0 || decision.change === 'reappeared') return { ...decision, diff };
  return { revised: true, diff: decision.diff };
}

/** Returns the rule set of a row if it is older than the current one. */
export function earlierRuleSet({ ruleSet }: KnownResource, rules: Rules): number | undefined {
  return ruleSet < rules.ruleSet ? ruleSet : undefined;
}

/**
 * Returns the differences that an observation would have under the rules with which the stored values were read; `undefined`
 * when these are the current ones.
 */
function diffUnderEarlierRules(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): readonly DiffEntry[] | undefined {
  const { resourceType } = observed;
  const before = contentBefore(row, document, observed, rules);
  const ruleSet = Math.min(
    row.ruleSet,
    ...partsReadNow(row, observed).map((part) => part.readUnder ?? row.ruleSet),
  );
  const moved = movedPaths({ ...before, volatile: document.volatile }, observed);
  if (ruleSet >= rules.ruleSet && moved.length === 0) return undefined;
  const dropped = ruleSet < UNMODELED_SINCE ? addedPaths(before, observed) : [];
  const under = ({ configuration, tags }: PartedContent, without: readonly string[]) =>
    content(
      rules.renormalise(
        { resourceType, configuration: withoutPaths(configuration, without), tags },
        Math.min(ruleSet, rules.ruleSet),
      ),
    );
  return diffJson(under(before, moved), under(observed, [...moved, ...dropped])).filter(
    ({ before: stored, after }) =>
      // A value that an earlier rule set hid.
      typeof stored !== 'string' || typeof after !== 'string' || rules.hideSecret(after) !== stored,
  );
}

function compareContents(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): Decision {
  const firstRead = partsReadNow(row, observed).filter(({ neverRead }) => neverRead === true);
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
  const adopted = contentBefore(row, document, observed, rules);
  const configHash = rules.configHash(adopted.configuration, adopted.tags);
  const decision = compare({ ...stored, ...adopted, configHash, ruleSet: rules.ruleSet });
  if (decision.change !== undefined)
    return { ...decision, revised: decision.revised || row.configHash !== observed.configHash };
  const diff = diffJson(content(before), content(observed));
  return { revised: diff.length > 0, diff };
}

/** Returns the parts of a row that were unreadable until now. */
function partsReadNow(row: KnownResource, observed: ObservedResource): readonly StoredUnreadablePart[] {
  const stillUnreadable = new Set((observed.unreadable ?? []).map(({ part }) => part));
  return (row.unreadable ?? []).filter(({ part }) => !stillUnreadable.has(part));
}

/** Returns the stored content under the current rules, with the parts that were read for the first time. */
function contentBefore(
  row: KnownResource,
  document: Document,
  observed: ObservedResource,
  rules: Rules,
): PartedContent {
  const before = contentUnderRules(row, document, observed.resourceType, rules);
  const firstRead = partsReadNow(row, observed).filter(({ neverRead }) => neverRead === true);
  return firstRead.length === 0 ? before : adoptFirstReadings(before, observed, firstRead);
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
      parts.map((one) => [one.part, one.scope, one.reason, one.action, one.neverRead, one.readUnder]),
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

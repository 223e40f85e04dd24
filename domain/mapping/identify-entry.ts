import { defined } from '../defined.ts';
import { cloudControlType } from '../discovery/cloud-control/cloud-control-types.ts';
import { resourceType as tierAType } from '../discovery/declaration/resource-types.ts';
import { globalRegion } from '../values.ts';
import { arnInId, normaliseArn, partitionOfRegion, readArn } from './arn.ts';
import { mappingRulesOf } from './rules/mapping-rule.ts';
import type { MappingRole, MappingRule } from './rules/mapping-rule.ts';
import { fillTemplate, namesInTemplate } from './rules/template.ts';
import type { StateEntry } from './state-entry.ts';

/** One lookup of an entry in the inventory: by `arn`, or by `nativeId` of `resourceType`. */
export interface MatchCandidate {
  readonly method: 'identity_arn' | 'identity' | 'arn' | 'computed' | 'id';
  readonly confidence: 'high' | 'medium' | 'low';
  /** Absent for entries of unlisted types: any resource type that no rule names. */
  readonly resourceType?: string;
  readonly arn?: string;
  readonly nativeId?: string;
  /** Where `nativeId` is searched. An absent account or region means all of the tenant; only for generated ids. */
  readonly awsAccountNumber?: string;
  readonly region?: string;
}

/** What a state entry says about the resource that it manages. */
export interface EntryIdentity {
  readonly role: MappingRole;
  readonly resourceType?: string;
  /** In order of preference. The first candidate with exactly one resource is the match. */
  readonly candidates: readonly MatchCandidate[];
}

export { resourceTypesOfRules as mappedResourceTypes } from './rules/mapping-rule.ts';

/**
 * Returns the candidates of an entry: ARN of its identity, parts of its identity, ARN of its attributes, computed ARN or
 * native id, and at last its id. Empty when the entry cannot be matched: associations, entries without usable
 * attributes, and names whose account or region is unknown.
 *
 * An entry of a type without a rule, or whose rules all have conditions that it does not meet, matches by ARN only.
 */
export function identifyEntry(entry: StateEntry): EntryIdentity {
  const rules = mappingRulesOf(entry.terraformType);
  const rule = rules.find(({ when }) => {
    return when === undefined || when.in.includes(entry.attributes[when.attribute] ?? '');
  });
  if (rule === undefined) return { role: 'resource', candidates: unlistedCandidates(entry) };
  if (rule.resourceType === null) return { role: rule.role, candidates: [] };
  return {
    role: rule.role,
    resourceType: rule.resourceType,
    candidates: withoutRepetition(listedCandidates(entry, rule, rule.resourceType)),
  };
}

function unlistedCandidates(entry: StateEntry): readonly MatchCandidate[] {
  const arns = [entry.identity?.['arn'], arnOf(entry)].flatMap((text) => normaliseArn(text ?? '') ?? []);
  return [...new Set(arns)].map((arn) => ({ method: 'arn', confidence: 'medium', arn }));
}

function listedCandidates(
  entry: StateEntry,
  rule: MappingRule,
  resourceType: string,
): readonly MatchCandidate[] {
  return [
    ...identityCandidates(entry, rule, resourceType),
    ...arnCandidates(entry, rule, resourceType),
    ...nativeIdCandidates(entry, rule, resourceType),
  ];
}

function identityCandidates(
  entry: StateEntry,
  rule: MappingRule,
  resourceType: string,
): readonly MatchCandidate[] {
  const { identity } = entry;
  if (identity === undefined) return [];
  const arn = normaliseArn(identity['arn'] ?? '');
  if (arn !== null && rule.arn !== undefined) {
    return [{ method: 'identity_arn', confidence: 'high', resourceType, arn }];
  }
  const nativeId = firstFilled(rule.ids, (name) => ownText(identity, name));
  const searched = locationOf(
    resourceType,
    rule,
    identity['account_id'] ?? entry.awsAccountNumber,
    identity['region'] ?? entry.region,
  );
  if (nativeId === null || searched === null) return [];
  return [{ method: 'identity', confidence: 'high', resourceType, nativeId, ...searched }];
}

function arnCandidates(
  entry: StateEntry,
  rule: MappingRule,
  resourceType: string,
): readonly MatchCandidate[] {
  if (rule.arn === undefined) return [];
  const arn = normaliseArn(fillTemplate(rule.arn, valuesOf(entry)) ?? '');
  if (arn === null) return [];
  const computed = namesInTemplate(rule.arn).length > 1;
  return [
    computed
      ? { method: 'computed', confidence: computedConfidence(entry), resourceType, arn }
      : { method: 'arn', confidence: 'high', resourceType, arn },
  ];
}

function nativeIdCandidates(
  entry: StateEntry,
  rule: MappingRule,
  resourceType: string,
): readonly MatchCandidate[] {
  const values = valuesOf(entry);
  const account = rule.account === undefined ? null : fillTemplate(rule.account, values);
  const searched = locationOf(resourceType, rule, account ?? entry.awsAccountNumber, entry.region);
  if (searched === null) return [];
  const template = rule.ids.find((one) => fillTemplate(one, values) !== null);
  if (template === undefined) return [];
  const nativeId = fillTemplate(template, values) ?? '';
  if (template !== '${id}') {
    return [
      { method: 'computed', confidence: computedConfidence(entry), resourceType, nativeId, ...searched },
    ];
  }
  const confidence = rule.generatedId ? 'high' : 'medium';
  return [{ method: 'id', confidence, resourceType, nativeId, ...searched }];
}

/** The account or region of a provider block is only where Terraform would create the resource next. */
function computedConfidence({ locationSource }: StateEntry): 'high' | 'medium' {
  return locationSource === 'provider_block' ? 'medium' : 'high';
}

/** Returns the location to search, or null when it is incomplete and the id is not unique without it. */
function locationOf(
  resourceType: string,
  { generatedId }: MappingRule,
  account: string | undefined,
  entryRegion: string | undefined,
): Pick<MatchCandidate, 'awsAccountNumber' | 'region'> | null {
  const region = isGlobal(resourceType) ? globalRegion : entryRegion;
  if (!generatedId && (account === undefined || region === undefined)) return null;
  return defined({ awsAccountNumber: account, region });
}

/** The attribute `arn`, else the id if it is an ARN. */
function arnOf({ arn, id }: StateEntry): string | undefined {
  return arn ?? arnInId(id);
}

function isGlobal(resourceType: string): boolean {
  return (tierAType(resourceType) ?? cloudControlType(resourceType))?.scope === 'global';
}

function valuesOf(entry: StateEntry): (name: string) => string | undefined {
  const arn = arnOf(entry);
  const ownArn = readArn(arn ?? '');
  const fields: Readonly<Record<string, string | undefined>> = {
    id: entry.id,
    arn: arn === undefined ? undefined : (normaliseArn(arn) ?? undefined),
    account: entry.awsAccountNumber,
    region: entry.region,
    partition:
      ownArn?.partition ?? (entry.region === undefined ? undefined : partitionOfRegion(entry.region)),
  };
  return (name) => (Object.hasOwn(fields, name) ? fields[name] : ownText(entry.attributes, name));
}

function ownText(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function firstFilled(
  templates: readonly string[],
  valueOf: (name: string) => string | undefined,
): string | null {
  for (const template of templates) {
    const text = fillTemplate(template, valueOf);
    if (text !== null) return text;
  }
  return null;
}

function withoutRepetition(candidates: readonly MatchCandidate[]): readonly MatchCandidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ arn, nativeId, awsAccountNumber, region }) => {
    const key = JSON.stringify([arn, nativeId, awsAccountNumber, region]);
    return !seen.has(key) && seen.add(key);
  });
}

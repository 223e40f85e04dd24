import { defined } from '../defined.ts';
import { byCodeUnit } from '../json/canonical.ts';
import type { Confidence, EdgeEvidenceKind, RelationshipType } from '../values.ts';
import { confidences } from '../values.ts';
import type { EdgeRule } from './edge-rule.ts';
import { matcherConfidence } from './edge-rule.ts';
import { failureOfRelationship, strongerFailure } from './failure-propagation.ts';
import type { Failure } from './failure-propagation.ts';
import { genericRule } from './generic-reference.ts';
import { mergeConditions } from './policy-statement.ts';
import type { StatementConditions } from './policy-statement.ts';

/** One piece of evidence of an edge. */
export interface EdgeEvidence {
  readonly kind: EdgeEvidenceKind;
  /** Path in the holder's configuration, without indexes. */
  readonly path: string;
  readonly value: string;
  /** The resource with the value. */
  readonly holder_id: string;
  /** Time and scan of the revision with the value. */
  readonly observed_at: string | null;
  readonly scan_id: string | null;
}

/** A resource or an external node. */
export interface EdgeEnd {
  readonly id: string;
  /** UUID of the account of a resource. */
  readonly accountId: string | undefined;
  /** 12 digits. */
  readonly awsAccountNumber: string | undefined;
  readonly region: string | undefined;
  readonly resourceType: string | undefined;
}

/** A reference that was resolved to a resource or an external node. */
export interface ResolvedReference {
  readonly holderId: string;
  readonly otherId: string;
  readonly rule: string;
  readonly path: string;
  /** Text of the configuration; of a hashed value the identifier found. */
  readonly value: string;
  readonly hashed: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Of the holder's revision. */
  readonly observedAt: string | undefined;
  readonly scanId: string | undefined;
}

/** An edge that follows from two others. */
export interface ComposedEdge {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: RelationshipType;
  /** The lower one of the two. */
  readonly confidence: Confidence;
  /** Evidence of both. Evidence of kind `composed` is ignored. */
  readonly evidence: readonly EdgeEvidence[];
  readonly holderAccountId: string | undefined;
}

export interface ComputedEdge {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: RelationshipType;
  readonly confidence: Confidence;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly evidence: readonly EdgeEvidence[];
  /** Whether references give the edge, not only compositions. */
  readonly direct: boolean;
  readonly holderAccountId: string | undefined;
  readonly failure: Failure;
}

const maximumEvidence = 50;

/**
 * Returns the edges between two ends: one of each type, with the evidence of all references of both ends and of the
 * compositions. References of unknown rules are ignored; those of the generic pass give no edge when a declared rule gives
 * one, in either direction.
 */
export function computeEdges(
  references: readonly ResolvedReference[],
  compositions: readonly ComposedEdge[],
  rules: ReadonlyMap<string, EdgeRule>,
  ends: ReadonlyMap<string, EdgeEnd>,
): readonly ComputedEdge[] {
  const declared = references.filter(({ rule }) => rules.has(rule));
  const used = declared.length > 0 ? declared : references.filter(({ rule }) => rule === genericRule);
  const contributions = [
    ...used.map((reference) => contributionOf(reference, rules.get(reference.rule), ends)),
    ...compositions.map((composed) => contributionOfComposition(composed, ends)),
  ];
  const byEdge = Map.groupBy(
    contributions,
    ({ sourceId, targetId, type }) => `${sourceId} ${targetId} ${type}`,
  );
  return [...byEdge.values()].flatMap((given) => merge(given));
}

interface Contribution {
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: RelationshipType;
  readonly rank: number;
  readonly direct: boolean;
  readonly evidence: readonly EdgeEvidence[];
  readonly properties: Readonly<Record<string, unknown>>;
  /** The reference is in a statement of a policy. */
  readonly ofStatement: boolean;
  readonly holderAccountId: string | undefined;
  readonly failure: Failure;
}

function contributionOf(
  reference: ResolvedReference,
  rule: EdgeRule | undefined,
  ends: ReadonlyMap<string, EdgeEnd>,
): Contribution {
  const { holderId, otherId, path, value } = reference;
  const [sourceId, targetId] = rule?.reversed === true ? [otherId, holderId] : [holderId, otherId];
  const type = rule?.relation ?? 'references';
  return {
    sourceId,
    targetId,
    type,
    failure: failureOfRelationship(
      type,
      ends.get(sourceId)?.resourceType,
      ends.get(targetId)?.resourceType,
      rule?.path,
    ),
    rank: confidences.indexOf(
      rule === undefined ? 'medium' : (rule.confidence ?? matcherConfidence[rule.matcher]),
    ),
    direct: true,
    evidence: [
      {
        kind: evidenceKind(reference, rule),
        path,
        value,
        holder_id: holderId,
        observed_at: reference.observedAt ?? null,
        scan_id: reference.scanId ?? null,
      },
    ],
    properties: { ...reference.properties, ...crossings(ends.get(holderId), ends.get(otherId)) },
    ofStatement: rule?.audience !== undefined,
    holderAccountId: ends.get(holderId)?.accountId,
  };
}

function evidenceKind({ hashed, path }: ResolvedReference, rule: EdgeRule | undefined): EdgeEvidenceKind {
  if (rule === undefined) return 'generic';
  if (hashed) return 'hashed';
  return path.startsWith('tags[') ? 'tag' : rule.matcher;
}

/** Properties are true or absent. A global end has no region to cross. */
function crossings(one: EdgeEnd | undefined, other: EdgeEnd | undefined): Record<string, true> {
  const differ = (a: string | null | undefined, b: string | null | undefined) =>
    typeof a === 'string' && typeof b === 'string' && a !== b;
  const isRegional = one?.region !== 'global' && other?.region !== 'global';
  return {
    ...(differ(one?.awsAccountNumber, other?.awsAccountNumber) ? { cross_account: true as const } : {}),
    ...(isRegional && differ(one?.region, other?.region) ? { cross_region: true as const } : {}),
  };
}

function contributionOfComposition(composed: ComposedEdge, ends: ReadonlyMap<string, EdgeEnd>): Contribution {
  const { sourceId, targetId, type } = composed;
  return {
    failure: failureOfRelationship(
      type,
      ends.get(sourceId)?.resourceType,
      ends.get(targetId)?.resourceType,
      undefined,
    ),
    sourceId: composed.sourceId,
    targetId: composed.targetId,
    type: composed.type,
    rank: confidences.indexOf(composed.confidence),
    direct: false,
    evidence: composed.evidence
      .filter(({ kind }) => kind !== 'composed')
      .map((evidence) => ({ ...evidence, kind: 'composed' as const })),
    properties: {},
    ofStatement: false,
    holderAccountId: composed.holderAccountId,
  };
}

/** Orders evidence: of references first, then by confidence, path, value, kind and holder. Keeps 50 distinct by path and value. */
function merge(contributions: readonly Contribution[]): readonly ComputedEdge[] {
  const entries = contributions
    .flatMap((contribution) => contribution.evidence.map((evidence) => ({ contribution, evidence })))
    .toSorted(
      (a, b) =>
        Number(b.contribution.direct) - Number(a.contribution.direct) ||
        a.contribution.rank - b.contribution.rank ||
        byCodeUnit(a.evidence.path, b.evidence.path) ||
        byCodeUnit(a.evidence.value, b.evidence.value) ||
        byCodeUnit(a.evidence.kind, b.evidence.kind) ||
        byCodeUnit(a.evidence.holder_id, b.evidence.holder_id),
    );
  const [first] = entries;
  if (first === undefined) return [];
  const distinct = new Map<string, EdgeEvidence>();
  for (const { evidence } of entries) {
    const key = JSON.stringify([evidence.path, evidence.value]);
    if (distinct.size < maximumEvidence && !distinct.has(key)) distinct.set(key, evidence);
  }
  const best = contributions.reduce((one, other) => (other.rank < one.rank ? other : one));
  const { sourceId, targetId, type } = first.contribution;
  return [
    {
      sourceId,
      targetId,
      type,
      confidence: confidences[best.rank] ?? 'low',
      properties: mergeProperties(entries.map(({ contribution }) => contribution)),
      evidence: [...distinct.values()],
      direct: first.contribution.direct,
      holderAccountId: first.contribution.holderAccountId,
      failure: contributions.map(({ failure }) => failure).reduce(strongerFailure),
    },
  ];
}

/** The properties of the first evidence win. Conditions are those of all statements, none if a statement has none. */
function mergeProperties(contributions: readonly Contribution[]): Readonly<Record<string, unknown>> {
  const merged = Object.assign(
    {},
    ...contributions.toReversed().map(({ properties }) => properties),
  ) as Record<string, unknown>;
  const { conditions: _, ...others } = merged;
  const conditions = contributions
    .filter(({ ofStatement }) => ofStatement)
    .map(({ properties }) => properties['conditions'] as StatementConditions | undefined);
  if (conditions.length === 0) return merged;
  return { ...others, ...defined({ conditions: conditions.reduce(mergeConditions) }) };
}

import { failureKinds, relationshipTypes } from '../values.ts';
import type { FailureKind, RelationshipType } from '../values.ts';
import { failureExceptions } from './failure-exceptions.ts';

/** The end of a relationship that fails when the other end fails. */
export type FailingEnd = 'source' | 'target' | 'both' | 'none';

/** The default of each type of relationship. `failure-exceptions.ts` has the exceptions of type pairs. */
export const failureDefaults: Readonly<
  Record<RelationshipType, { readonly end: FailingEnd; readonly kind: FailureKind }>
> = {
  contained_in: { end: 'source', kind: 'stops' },
  member_of: { end: 'source', kind: 'stops' },
  connects: { end: 'source', kind: 'stops' },
  uses: { end: 'source', kind: 'stops' },
  runs: { end: 'source', kind: 'stops' },
  runs_as: { end: 'source', kind: 'stops' },
  encrypted_by: { end: 'source', kind: 'stops' },
  has_policy: { end: 'source', kind: 'degrades' },
  routes_to: { end: 'source', kind: 'degrades' },
  points_to: { end: 'source', kind: 'stops' },
  serves_from: { end: 'source', kind: 'stops' },
  forwards_to: { end: 'source', kind: 'stops' },
  targets: { end: 'source', kind: 'degrades' },
  invokes: { end: 'source', kind: 'stops' },
  reads_from: { end: 'source', kind: 'stops' },
  pulls_from: { end: 'source', kind: 'stops' },
  reads_secret: { end: 'source', kind: 'stops' },
  contains: { end: 'target', kind: 'stops' },
  manages: { end: 'target', kind: 'stops' },
  associated_with: { end: 'target', kind: 'stops' },
  registers_in: { end: 'target', kind: 'degrades' },
  triggers: { end: 'target', kind: 'degrades' },
  delivers_to: { end: 'target', kind: 'degrades' },
  attached_to: { end: 'both', kind: 'stops' },
  created_from: { end: 'none', kind: 'observes' },
  trusts: { end: 'none', kind: 'observes' },
  allows_from: { end: 'none', kind: 'observes' },
  notifies: { end: 'none', kind: 'observes' },
  dead_letters_to: { end: 'none', kind: 'observes' },
  replicates_to: { end: 'none', kind: 'observes' },
  logs_to: { end: 'none', kind: 'observes' },
  monitors: { end: 'none', kind: 'observes' },
  protects: { end: 'none', kind: 'observes' },
  references: { end: 'none', kind: 'observes' },
};

/** How the ends of a relationship fail with each other. */
export interface Failure {
  /** What happens to the source when the target fails. */
  readonly source: FailureKind;
  readonly target: FailureKind;
  /** Nothing fails with the end that fails by this relationship. */
  readonly local: boolean;
}

/**
 * Returns how the ends of a relationship fail: by the exception of its types, else by the default of its type.
 *
 * @param path of the edge rule; undefined for relationships that follow from others
 */
export function failureOfRelationship(
  relation: RelationshipType,
  sourceType: string | undefined,
  targetType: string | undefined,
  path: string | undefined,
): Failure {
  const exception = exceptionsByRelation
    .get(relation)
    ?.find(
      ({ source, target, paths }) =>
        (source === undefined || (sourceType !== undefined && source.includes(sourceType))) &&
        (target === undefined || (targetType !== undefined && target.includes(targetType))) &&
        (paths === undefined || (path !== undefined && paths.includes(path))),
    );
  const { end, kind } = failureDefaults[relation];
  const given = (one: 'source' | 'target'): FailureKind =>
    exception?.end === one || exception?.end === 'both'
      ? exception.kind
      : end === one || end === 'both'
        ? kind
        : 'observes';
  return { source: given('source'), target: given('target'), local: exception?.local === true };
}

/** Returns the stronger one of two failures, for a relationship with several evidences. */
export function strongerFailure(one: Failure, other: Failure): Failure {
  const stronger = (a: FailureKind, b: FailureKind) =>
    failureKinds.indexOf(a) <= failureKinds.indexOf(b) ? a : b;
  return {
    source: stronger(one.source, other.source),
    target: stronger(one.target, other.target),
    local: one.local && other.local,
  };
}

const exceptionsByRelation = Map.groupBy(failureExceptions, ({ relation }) => relation);

/** Types of relationships whose target can fail when the source fails. Impact does not follow the others from their source. */
export const targetFailingTypes: readonly RelationshipType[] = relationshipTypes.filter((type) =>
  ['target', 'both'].includes(failureDefaults[type].end),
);

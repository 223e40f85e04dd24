import { relationshipTypes } from '../values.ts';
import type { RelationshipType } from '../values.ts';

/** The end of a relationship that fails when the other end fails. */
export type FailingEnd = 'source' | 'target' | 'both' | 'none';

/** Impact analysis follows this table. */
export const failingEnds: Readonly<Record<RelationshipType, FailingEnd>> = {
  contained_in: 'source',
  member_of: 'source',
  connects: 'source',
  uses: 'source',
  runs: 'source',
  runs_as: 'source',
  encrypted_by: 'source',
  has_policy: 'source',
  routes_to: 'source',
  points_to: 'source',
  serves_from: 'source',
  forwards_to: 'source',
  targets: 'source',
  invokes: 'source',
  reads_from: 'source',
  pulls_from: 'source',
  reads_secret: 'source',
  contains: 'target',
  manages: 'target',
  associated_with: 'target',
  registers_in: 'target',
  triggers: 'target',
  delivers_to: 'target',
  attached_to: 'both',
  created_from: 'none',
  trusts: 'none',
  allows_from: 'none',
  notifies: 'none',
  dead_letters_to: 'none',
  replicates_to: 'none',
  logs_to: 'none',
  monitors: 'none',
  protects: 'none',
  references: 'none',
};

const typesWith = (ends: readonly FailingEnd[]): readonly RelationshipType[] =>
  relationshipTypes.filter((type) => ends.includes(failingEnds[type]));

/** Types of relationships whose source fails when the target fails. */
export const sourceFailingTypes = typesWith(['source', 'both']);
/** Types of relationships whose target fails when the source fails. */
export const targetFailingTypes = typesWith(['target', 'both']);

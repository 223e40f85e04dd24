import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

// Columns of a resource that follow from an observation. The SQL names the observation `o`, the stored row `r` and its
// document `d`.

/** The observed origin. Without the unreadable parts a rule may not apply, so the stored origin stays. */
export const observedOrigin = rawSql(
  'case when o.origin is null and o.unreadable is not null then r.origin else o.origin end',
);

/** A part that could not be read may contain the time. A resource that was created again with its name has a new one. */
export const observedCreatedAt = rawSql('coalesce(o.created_at_source, r.created_at_source)');

/** A part that could not be read may contain volatile values, so the stored ones stay. */
export const volatileValues = rawSql(
  'case when o.unreadable is null then o.volatile else d.volatile || o.volatile end',
);

/** The management state of a resource with this origin until states are computed. */
export const stateOfOrigin = (column: Sql) =>
  sql`case when ${column} in ('part', 'stack') then 'child' else coalesce(${column}, 'unknown') end`;

/**
 * A changed origin sets the management state, unless infrastructure code or a user has set the stored one. So does the
 * origin of a resource that is observed again: its state was lost when it became unobserved.
 */
export const managementState = sql`case when ((${observedOrigin}) is distinct from r.origin or r.status = 'unobserved')
    and r.management_state in ('unknown', 'child', 'default') then ${stateOfOrigin(observedOrigin)}
  else r.management_state end`;

/** The columns of {@link contentOf}. */
export const contentColumns = {
  arn: 'text',
  name: 'text',
  origin: 'text',
  createdAtSource: 'timestamptz',
  ownerAccountNumber: 'text',
  configHash: 'text',
  configuration: 'jsonb',
  volatile: 'jsonb',
  tags: 'jsonb',
  unreadable: 'jsonb',
} as const;

/** The content that is equal in a new row and in an updated one; `unreadable` is the caller's. */
export function contentOf(resource: ObservedResource) {
  return {
    ...resource,
    createdAtSource: resource.createdAt,
    ownerAccountNumber: resource.home?.awsAccountNumber,
  };
}

import { failureOfRelationship } from '../../../domain/graph/failure-propagation.ts';
import { failureKinds, relationshipTypes } from '../../../domain/values.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns an expression for the index in `failureKinds` of what happens to an end of the relationship `e` when the other end
 * fails. A relationship with low confidence fails nothing.
 */
export function edgeFailure(end: 'source' | 'target'): Sql {
  return sql`case when e.confidence = 'low' then ${observes}::integer else ${failureOfTypes(end)} end`;
}

/**
 * As {@link edgeFailure}, for any confidence. A relationship of an account that was not extracted since the column was added has
 * the default of its type.
 */
export function failureOfTypes(end: 'source' | 'target'): Sql {
  const column = end === 'source' ? sql`e.source_failure` : sql`e.target_failure`;
  return sql`coalesce(
    array_position(${[...failureKinds]}::text[], ${column}) - 1,
    (${defaultsOf(end)}::integer[])[array_position(${[...relationshipTypes]}::text[], e.relationship_type)])`;
}

/** The first kinds fail the resource: it stops or degrades. */
export const weakestFailing = failureKinds.indexOf('degrades');
const observes = failureKinds.indexOf('observes');

function defaultsOf(end: 'source' | 'target'): readonly number[] {
  return relationshipTypes.map((type) =>
    failureKinds.indexOf(failureOfRelationship(type, undefined, undefined, undefined)[end]),
  );
}

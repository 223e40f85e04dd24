import { externalTypes } from '../../../domain/graph/external-type.ts';
import type { Counts } from '../support/accuracy.ts';
import type { TrueEdge } from './connect-estate.ts';

interface Owner {
  query<T extends object>(text: string, values: readonly unknown[]): Promise<readonly T[]>;
}

export interface RuleCounts extends Counts {
  /** `<source type> <relationship type> <target type>`. */
  readonly rule: string;
  readonly containment: boolean;
  /** The edges that are missing or false, with the sign `-` or `+`. */
  readonly differences: readonly string[];
}

/**
 * Compares the active edges of an account with the true ones, by types and relationship. Leaves out the accounts and services
 * that default policies name.
 */
export async function compareEdges(
  owner: Owner,
  accountId: string,
  expected: readonly TrueEdge[],
): Promise<readonly RuleCounts[]> {
  const found = await owner.query<TrueEdge>(
    `select coalesce(s.arn, s.native_id, x.identifier) as source, e.relationship_type as type,
       coalesce(t.arn, t.native_id, y.identifier) as target,
       coalesce(s.resource_type, x.resource_type, '?') || ' ' || e.relationship_type || ' ' ||
         coalesce(t.resource_type, y.resource_type, '?') as rule
     from relationships e
     left join resources s on s.organization_id = e.organization_id and s.id = e.source_id
     left join resources t on t.organization_id = e.organization_id and t.id = e.target_id
     left join external_nodes x on x.organization_id = e.organization_id and x.id = e.source_id
     left join external_nodes y on y.organization_id = e.organization_id and y.id = e.target_id
     where e.status = 'active' and $1 in (s.aws_account_id, t.aws_account_id)
       and (y.resource_type is null or y.resource_type <> all ($2))`,
    [accountId, externalTypes],
  );
  const expectedKeys = new Set(expected.map(keyOf));
  const foundKeys = new Set(found.map(keyOf));
  const rules = [...new Set([...expected, ...found].map(({ rule }) => rule))].toSorted();
  return rules.map((rule) => {
    const keysOf = (edges: readonly TrueEdge[]) => [
      ...new Set(edges.filter((edge) => edge.rule === rule).map(keyOf)),
    ];
    const wanted = keysOf(expected);
    const wrong = keysOf(found).filter((key) => !expectedKeys.has(key));
    const missing = wanted.filter((key) => !foundKeys.has(key));
    return {
      rule,
      containment: rule.includes(' contained_in '),
      expected: wanted.length,
      found: wanted.length - missing.length,
      wrong: wrong.length,
      differences: [...missing.map((key) => `- ${key}`), ...wrong.map((key) => `+ ${key}`)],
    };
  });
}

function keyOf({ source, type, target }: TrueEdge): string {
  return `${source} ${type} ${target}`;
}

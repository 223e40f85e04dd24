import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Maximum number of names of a kind in an error message. */
const listedNames = 3;

const phrases = {
  application: ['is assigned to', 'application', 'applications'],
  repository: ['is linked to', 'repository', 'repositories'],
  rule: ['is the outcome of', 'inference rule', 'inference rules'],
} as const;

interface Use {
  readonly kind: keyof typeof phrases;
  readonly name: string;
  /** Number of all records of the kind. */
  readonly total: number;
}

/**
 * Returns the applications, repositories and inference rules that refer to a team as a predicate, such as `is assigned to
 * application Shop, is linked to repositories acme/infra, acme/shop`; `undefined` when there are none.
 */
export async function describeTeamUse(tenant: Tenant, teamId: string): Promise<string | undefined> {
  const { organizationId } = tenant;
  const uses = await rowsOf<Use>(
    tenant,
    sql`select kind, name, total from (
        select kind, name, count(*) over (partition by kind) as total,
          row_number() over (partition by kind order by name, id) as rank
        from (
          select 'application' as kind, a.name, a.id from applications a
            where a.organization_id = ${organizationId} and a.id in (
              select o.application_id from application_owners o
              where o.organization_id = ${organizationId} and o.team_id = ${teamId})
          union all
          select 'repository', r.full_name, r.id from repository_teams l
            join repositories r on r.organization_id = ${organizationId} and r.id = l.repository_id
            where l.organization_id = ${organizationId} and l.team_id = ${teamId}
          union all
          select 'rule', i.name, i.id from inference_rules i
            where i.organization_id = ${organizationId} and i.team_id = ${teamId}
        ) uses
      ) ranked where rank <= ${listedNames} order by kind, rank`,
  );
  const kinds = Object.keys(phrases) as (keyof typeof phrases)[];
  const parts = kinds.flatMap((kind) => describe(uses.filter((use) => use.kind === kind)));
  return parts.length === 0 ? undefined : parts.join(', ');
}

function describe(uses: readonly Use[]): readonly string[] {
  const [first] = uses;
  if (first === undefined) return [];
  const [verb, singular, plural] = phrases[first.kind];
  const others = first.total - uses.length;
  const names = [...uses.map(({ name }) => name), ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return [`${verb} ${first.total === 1 ? singular : plural} ${names}`];
}

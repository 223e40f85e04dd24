import { randomUUID } from 'node:crypto';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type {
  CreateInferenceRuleBody,
  InferenceRule,
  UpdateInferenceRuleBody,
} from '../../../api-client/api-types.ts';
import type { MembershipStatus } from '../../../domain/values.ts';
import type { Owner } from '../discovery/owner.ts';
import type { TestClient } from '../test-api.ts';

/** The body of a rule whose conditions match a tag, with an application named by a tag. */
export function ruleBody(given: Partial<CreateInferenceRuleBody> = {}): CreateInferenceRuleBody {
  return {
    name: 'By tag',
    conditions: { tag: { key: 'Application', exists: true } },
    outcome: { application: { name_from_tag: 'Application' } },
    ...given,
  };
}

export const createRule = (client: TestClient, given: Partial<CreateInferenceRuleBody> = {}) =>
  dataOf(client.POST('/api/v1/inference-rules', { body: ruleBody(given) }));

export const getRule = (client: TestClient, id: string) =>
  client.GET('/api/v1/inference-rules/{id}', { params: { path: { id } } });

export const updateRule = (client: TestClient, id: string, body: UpdateInferenceRuleBody) =>
  client.PATCH('/api/v1/inference-rules/{id}', { params: { path: { id } }, body });

export const deleteRule = (client: TestClient, id: string) =>
  client.DELETE('/api/v1/inference-rules/{id}', { params: { path: { id } } });

/** Lists all rules in pages of `limit`. */
export async function listRules(client: TestClient, limit = 200): Promise<readonly InferenceRule[]> {
  const rules: InferenceRule[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(client.GET('/api/v1/inference-rules', { params: { query } }));
    rules.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return rules;
}

export async function createApplication(client: TestClient, name: string): Promise<string> {
  return (await dataOf(client.POST('/api/v1/applications', { body: { name } }))).id;
}

export async function createEnvironment(client: TestClient, name: string): Promise<string> {
  return (await dataOf(client.POST('/api/v1/environments', { body: { name, class: 'production' } }))).id;
}

/** Inserts a team. Returns its id. */
export async function insertTeam(owner: Owner, organizationId: string, isActive = true): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    'insert into teams (organization_id, name, slug, is_active) values ($1, $2, $2, $3) returning id',
    [organizationId, `team-${randomUUID()}`, isActive],
  );
  if (row === undefined) throw new Error('the team was not inserted');
  return row.id;
}

/** Inserts memberships of a rule in new resources of a new application, with a review now for verdicts. */
export async function insertMemberships(
  owner: Owner,
  organizationId: string,
  ruleId: string,
  statuses: readonly MembershipStatus[],
): Promise<readonly string[]> {
  const rows = await owner.query<{ id: string }>(
    `with application as (
       insert into applications (organization_id, name, slug) values ($1, $3, $3) returning id)
     insert into memberships (organization_id, application_id, resource_id, status, source, confidence, rule_id, reviewed_at)
     select $1, application.id, r.id, s.status, 'rule', 'medium', $2,
       case when s.status in ('confirmed', 'rejected') then clock_timestamp() end
     from application, unnest($4::text[]) with ordinality s (status, place)
     join (select id, row_number() over (order by id) as place from resources where organization_id = $1) r using (place)
     returning id`,
    [organizationId, ruleId, `app-${randomUUID()}`, [...statuses]],
  );
  if (rows.length !== statuses.length) throw new Error('the organization has too few resources');
  return rows.map(({ id }) => id);
}

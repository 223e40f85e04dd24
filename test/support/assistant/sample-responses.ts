import type { ToolCall } from '../../../domain/assistant/model.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';

const freshness = { data_as_of: '2026-11-23T11:00:00Z', stale_accounts: [], never_scanned: 0 };

/** A response of a tool with some rows, as a model receives it. */
export function okResponse(fields: JsonObject): JsonObject {
  return { untrusted: true, rows: [], total: null, truncated: false, freshness, ...fields };
}

export const queue: JsonObject = {
  ref: 'r1',
  type: 'resource',
  name: 'orders-production',
  resource_type: 'AWS::SQS::Queue',
  region: 'eu-west-1',
  account: 'shop-production',
  status: 'active',
  management_state: 'managed',
  native_id: 'https://sqs.eu-west-1.amazonaws.com/100000000002/orders-production',
  arn: 'arn:aws:sqs:eu-west-1:100000000002:orders-production',
  tags: { Application: 'orders', Owner: 'team-platform' },
  first_discovered_at: '2026-11-20T10:00:00Z',
  last_seen_at: '2026-11-23T11:00:00Z',
  last_changed_at: '2026-11-21T10:00:00Z',
};
const project: JsonObject = {
  ref: 'r2',
  type: 'iac_project',
  path: 'infra/main',
  repository: 'company/infra',
  system: 'terraform',
  managed_missing: 1,
};
const account: JsonObject = { ref: 'r3', type: 'account', name: 'shop', is_scanned: true, is_stale: false };

const named = (ref: string, type: string, name: string): JsonObject => ({ ref, type, name });
const lists: Readonly<Record<string, readonly JsonObject[]>> = {
  list_applications: [named('r20', 'application', 'orders'), named('r21', 'application', 'payments')],
  list_environments: [
    { ...named('r22', 'environment', 'production'), class: 'production' },
    { ...named('r23', 'environment', 'staging'), class: 'staging' },
  ],
  list_teams: [named('r24', 'team', 'Data'), named('r25', 'team', 'Payments'), named('r26', 'team', 'Shop')],
};

const responses: Readonly<Record<string, (args: JsonObject) => JsonObject>> = {
  search_resources: () => okResponse({ rows: [queue], total: 1 }),
  get_resource: () => okResponse({ rows: [queue], total: 1 }),
  count_resources: ({ group_by: by }) =>
    okResponse({
      total: 42,
      ...(by === undefined
        ? {}
        : {
            groups: [
              { key: 'a', count: 30 },
              { key: null, count: 12 },
            ],
            summary: { group_count: 2 },
          }),
    }),
  list_projects: ({ has_state: hasState }) =>
    okResponse({ rows: hasState === true ? [project] : [project], total: 1 }),
  list_repositories: () => okResponse({ total: 0 }),
  get_coverage: () =>
    okResponse({
      rows: [account],
      summary: { managed: 7, managed_missing: 1, coverage_percent_lower: 50, coverage_percent_upper: 60 },
    }),
  list_accounts: () => okResponse({ rows: [account], total: 5 }),
};

/** Responds as the tools of the assistant do over a very small inventory. */
export function sampleTools({ name, arguments: args }: ToolCall): JsonObject {
  const list = lists[name];
  if (list !== undefined) return okResponse({ rows: [...list], total: list.length });
  return responses[name]?.(objectOf(args)) ?? okResponse({ total: 0 });
}

function objectOf(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

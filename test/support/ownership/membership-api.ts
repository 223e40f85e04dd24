import pg from 'pg';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Application } from '../../../api-client/api-types.ts';
import { startInventoryApi } from '../inventory/inventory-api.ts';
import type { InventoryApi, OrganizationWithResources } from '../inventory/inventory-api.ts';
import type { NewResource } from '../inventory/inventory-writer.ts';
import type { TestClient } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';

export interface NewMembership {
  readonly application: string;
  readonly resource: string;
  readonly status: string;
  /** The rule that inferred it. */
  readonly rule?: string | undefined;
  readonly evidence?: readonly object[];
}

export interface AuditEntry {
  readonly target: object;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An {@link InventoryApi} with applications and memberships. */
export interface MembershipApi extends InventoryApi {
  /** Signs up an organization with resources and an application. */
  withApplication(
    make: (account: string) => readonly NewResource[],
  ): Promise<
    OrganizationWithResources & { readonly application: Application; readonly ids: readonly string[] }
  >;
  /** Inserts a membership, as an inference run or a review does. Returns its id. */
  addMembership(organizationId: string, membership: NewMembership): Promise<string>;
  /** Creates a rule that gives the application to resources with the tag `app` = `value`. Returns its id. */
  createRule(client: TestClient, applicationId: string, value: string): Promise<string>;
  archive(client: TestClient, applicationId: string, archived: boolean): Promise<Application>;
  deleteResources(organizationId: string, ids: readonly string[]): Promise<void>;
  /** Runs `work` while another transaction locks a membership. */
  withLockedMembership(id: string, work: () => Promise<void>): Promise<void>;
  /** Lists the ownership events, oldest first. */
  eventsOf(organizationId: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  auditOf(client: TestClient, action: string): Promise<readonly AuditEntry[]>;
  /** Lists the queue of inference as `<kind> <id>`. */
  queueOf(organizationId: string): Promise<readonly string[]>;
  /** Lists the kinds of open issues. */
  openIssuesOf(organizationId: string): Promise<readonly string[]>;
}

/** Declares that resources belong to an application. */
export const declare = (client: TestClient, applicationId: string, ids: readonly string[]) =>
  client.POST('/api/v1/applications/{id}/resources', {
    params: { path: { id: applicationId } },
    body: { resource_ids: [...ids] },
  });

/** A {@link MembershipApi} for the calling test file, closed after its tests. See {@link useFixture}. */
export function useMembershipApi(environment: Readonly<Record<string, string>> = {}): MembershipApi {
  return useFixture(
    async () => extend(await startInventoryApi(environment)),
    (api) => api.close(),
  );
}

function extend(fixture: InventoryApi): MembershipApi {
  const { inventory } = fixture;
  return {
    ...fixture,
    async withApplication(make) {
      const owner = await fixture.withResources(make);
      const application = await dataOf(
        owner.client.POST('/api/v1/applications', { body: { name: 'Web shop' } }),
      );
      return { ...owner, application, ids: owner.model.map(({ id }) => id) };
    },
    async addMembership(organizationId, { application, resource, status, rule, evidence = [] }) {
      const [row] = await inventory.query<{ id: string }>(
        `insert into memberships
           (organization_id, application_id, resource_id, status, source, rule_id, confidence, evidence)
         values ($1, $2, $3, $4, case when $4 = 'declared' then 'declared' else 'rule' end, $5, 'medium', $6)
         returning id`,
        [organizationId, application, resource, status, rule ?? null, JSON.stringify(evidence)],
      );
      if (row === undefined) throw new Error('the membership was not inserted');
      return row.id;
    },
    async createRule(client, id, value) {
      const { id: rule } = await dataOf(
        client.POST('/api/v1/inference-rules', {
          body: {
            name: `app = ${value}`,
            conditions: { tag: { key: 'app', equals: value } },
            outcome: { application: { id } },
          },
        }),
      );
      return rule;
    },
    archive: (client, id, archived) =>
      dataOf(client.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body: { archived } })),
    async deleteResources(organizationId, ids) {
      await inventory.query(
        `update resources set status = 'deleted', deleted_at = now() where organization_id = $1 and id = any($2)`,
        [organizationId, ids],
      );
    },
    async withLockedMembership(id, work) {
      const client = new pg.Client({ connectionString: fixture.api.database.url });
      await client.connect();
      try {
        await client.query('begin');
        await client.query('select from memberships where id = $1 for update', [id]);
        await work();
      } finally {
        await client.end();
      }
    },
    eventsOf: (organizationId) =>
      inventory.query(
        `select kind, target_type, target_id, target_name, actor_id, source, evidence from ownership_events
         where organization_id = $1 order by id`,
        [organizationId],
      ),
    async auditOf(client, action) {
      const { items } = await dataOf(
        client.GET('/api/v1/organization/audit-log', { params: { query: { action } } }),
      );
      return items;
    },
    async queueOf(organizationId) {
      const rows = await inventory.query<{ kind: string; subject_id: string | null }>(
        'select kind, subject_id from inference_queue where organization_id = $1 order by id',
        [organizationId],
      );
      return rows.map(({ kind, subject_id: id }) => (id === null ? kind : `${kind} ${id}`));
    },
    async openIssuesOf(organizationId) {
      const rows = await inventory.query<{ kind: string }>(
        'select kind from ownership_issues where organization_id = $1 and resolved_at is null order by id',
        [organizationId],
      );
      return rows.map(({ kind }) => kind);
    },
  };
}

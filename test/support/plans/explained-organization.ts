import { randomUUID } from 'node:crypto';
import { explainChanges } from '../../../db/plans/explain/explain-changes.ts';
import type { ExplanationScope } from '../../../db/plans/explain/explanation-scope.ts';
import type { InventoryApi } from '../inventory/inventory-api.ts';
import { makeMappedOrganization } from '../mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../mapping/mapping-fixture.ts';

/** A time in minutes relative to now; negative in the past. */
export type Minutes = number;

export interface NewChange {
  readonly kind?: string;
  readonly queue?: string;
  /** Null when the cell was not observed before. */
  readonly since?: Minutes | null;
  readonly detectedAt?: Minutes;
  /** The time of the CloudTrail event of an exact attribution. */
  readonly occurredAt?: Minutes;
  readonly diff?: readonly object[];
}

export interface NewExecution {
  readonly kind?: string;
  readonly status?: string;
  readonly startedAt?: Minutes;
  readonly finishedAt?: Minutes | null;
  readonly commit?: string | null;
  readonly workspace?: string | null;
  readonly projectPath?: string;
  readonly projectId?: string | null;
}

export interface NewPlannedChange {
  readonly address?: string;
  readonly type?: string;
  readonly actions?: readonly string[];
  readonly class?: string | null;
  readonly origin?: string;
  readonly resourceId?: string;
  readonly paths?: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface NewPlan {
  readonly createdAt?: Minutes;
  readonly isErrored?: boolean;
  readonly workspace?: string;
  readonly projectPath?: string;
  readonly changes?: readonly NewPlannedChange[];
}

/** An organization with queues `orders` and `bills`, and writers of changes, executions and plans of its project. */
export interface ExplainedOrganization extends MappedOrganization {
  addChange(given?: NewChange): Promise<string>;
  addExecution(given?: NewExecution): Promise<string>;
  /** Adds a plan of an execution; by default it sets the visibility timeout of the queue `orders` to 60. */
  addPlan(executionId: string, given?: NewPlan): Promise<string>;
  addMergedRequest(mergedAt: Minutes): Promise<string>;
  explain(scope?: ExplanationScope): Promise<number>;
  /** Returns `<kind> <id> <confidence> <address>` of a change's explanation, or `none`. */
  explanationOf(changeId: string): Promise<string>;
}

export const updatedTimeout = (after: string) => [
  { op: 'replace', path: '/configuration/Attributes/VisibilityTimeout', before: '30', after },
];

export async function makeExplainedOrganization(inventoryApi: InventoryApi): Promise<ExplainedOrganization> {
  const organization = await makeMappedOrganization(inventoryApi, ['orders', 'bills']);
  const { inventory } = inventoryApi;
  const { organizationId, account, projectId, repositoryId } = organization;
  const origin = Date.now();
  const at = (minutes: Minutes | null) => (minutes === null ? null : new Date(origin + minutes * 60_000));
  const idOf = async (text: string, values: readonly unknown[]) =>
    (await inventory.query<{ id: string }>(text, values))[0]?.id ?? '';
  return {
    ...organization,
    addChange: ({ kind = 'updated', queue = 'orders', since = -60, detectedAt = 0, occurredAt, diff } = {}) =>
      idOf(
        `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, since,
           occurred_at, detected_at, source, attribution, diff)
         values ($1, $2, $3, 'eu-west-1', 'AWS::SQS::Queue', $4, $5, $6, $7, 'scan', $8, $9) returning id`,
        [
          organizationId,
          organization.queue(queue),
          account,
          kind,
          at(since),
          at(occurredAt ?? detectedAt),
          at(detectedAt),
          occurredAt === undefined ? 'unattributed' : 'exact',
          JSON.stringify(diff ?? (kind === 'updated' ? updatedTimeout('60') : [])),
        ],
      ),
    addExecution: (given = {}) => {
      const { kind = 'apply', status = 'succeeded', startedAt = -30, finishedAt = -20 } = given;
      const { commit = 'c0ffee1', workspace = null, projectPath = 'live' } = given;
      return idOf(
        `insert into executions (organization_id, external_id, kind, provider, status, repository_name, repository_id,
           iac_project_id, project_path, workspace, commit_sha, started_at, finished_at, created_at)
         values ($1, $2, $3, 'github_actions', $4, 'acme/infra', $5, $6, $7, $8, $9, $10, $11, $10) returning id`,
        [
          organizationId,
          randomUUID(),
          kind,
          status,
          repositoryId,
          given.projectId === undefined ? projectId : given.projectId,
          projectPath,
          workspace,
          commit,
          at(startedAt),
          at(finishedAt),
        ],
      );
    },
    addPlan: async (executionId, given = {}) => {
      const {
        createdAt = -40,
        isErrored = false,
        workspace = '',
        projectPath = 'live',
        changes = [{}],
      } = given;
      const planId = await idOf(
        `insert into plans (organization_id, execution_id, project_path, workspace, hash, repository_id, iac_project_id,
           commit_sha, format_version, is_errored, summary, impact, change_count, created_at)
         select organization_id, id, $3, $4, $5, repository_id, iac_project_id, commit_sha, '1.2', $6, '{}', '{}', $7, $8
         from executions where organization_id = $1 and id = $2 returning id`,
        [
          organizationId,
          executionId,
          projectPath,
          workspace,
          randomUUID(),
          isErrored,
          changes.length,
          at(createdAt),
        ],
      );
      for (const [position, change] of changes.entries()) {
        const { resourceId = organization.queue('orders'), actions = ['update'] } = change;
        await inventory.query(
          `insert into plan_changes (organization_id, plan_id, position, address, resource_type, provider, actions, class,
             origin, resource_id, changed_paths, before, after)
           values ($1, $2, $3, $4, $5, 'registry.terraform.io/hashicorp/aws', $6, $7, $8, nullif($9, '')::uuid, $10, $11, $12)`,
          [
            organizationId,
            planId,
            position,
            change.address ?? 'aws_sqs_queue.orders',
            change.type ?? 'aws_sqs_queue',
            actions,
            change.class === undefined ? (actions.length > 1 ? 'replace' : actions[0]) : change.class,
            change.origin ?? null,
            resourceId,
            JSON.stringify(change.paths ?? ['/visibility_timeout_seconds']),
            JSON.stringify(change.before ?? { visibility_timeout_seconds: 30 }),
            JSON.stringify(change.after ?? { visibility_timeout_seconds: 60 }),
          ],
        );
      }
      return planId;
    },
    addMergedRequest: async (mergedAt) => {
      const requestId = await idOf(
        `insert into pull_requests (organization_id, repository_id, number, title, author_login, state, source_branch,
           target_branch, head_sha, url, opened_at, merged_at, provider_updated_at, observed_at)
         values ($1, $2, $3, 'Change the timeout', 'octocat', 'merged', 'timeout', 'main', 'c0ffee1',
           'https://github.example.com/acme/infra/pull/1', $4, $4, $4, $4) returning id`,
        [organizationId, repositoryId, Math.floor(Math.random() * 1e9), at(mergedAt)],
      );
      await inventory.query(
        'insert into pull_request_projects (organization_id, pull_request_id, iac_project_id) values ($1, $2, $3)',
        [organizationId, requestId, projectId],
      );
      return requestId;
    },
    explain: (scope = { accountId: account, since: new Date(origin - 60_000) }) =>
      inventory.write(organizationId, (tenant) => explainChanges(tenant, scope)),
    explanationOf: async (changeId) => {
      const [row] = await inventory.query<Record<string, string | null>>(
        `select explained_by_kind as kind, explained_by_id as id, explained_by_confidence as confidence,
                explained_by_address as address
         from changes where organization_id = $1 and id = $2`,
        [organizationId, changeId],
      );
      const texts = [row?.['kind'], row?.['id'], row?.['confidence'], row?.['address']].filter(
        (text) => text,
      );
      return texts.length === 0 ? 'none' : texts.join(' ');
    },
  };
}

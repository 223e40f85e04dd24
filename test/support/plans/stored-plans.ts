import { randomUUID } from 'node:crypto';
import { emptySummary } from '../../../domain/plans/read/count-change.ts';
import type { PlanSummary } from '../../../domain/plans/read/planned-change.ts';

/** Queries as superuser, without row-level security. */
interface Owner {
  query<T extends object>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
}

export interface InsertedChange {
  /** Default: an address for each position. */
  readonly address?: string;
  readonly type?: string;
  readonly actions: readonly string[];
  readonly resource?: string | null;
  readonly reason?: string | null;
  readonly origin?: 'drift' | 'deferred' | null;
  readonly deposed?: string | null;
  readonly importId?: string | null;
  readonly previousAddress?: string | null;
  readonly paths?: readonly string[];
}

export interface InsertedExecution {
  readonly kind?: string;
  readonly repositoryId?: string | null;
  readonly projectId?: string | null;
  readonly projectPath?: string | null;
  readonly pullRequestId?: string | null;
  readonly commitSha?: string | null;
}

export interface InsertedPlan {
  readonly executionId?: string;
  readonly projectPath?: string;
  readonly workspace?: string;
  readonly repositoryId?: string | null;
  readonly projectId?: string | null;
  readonly pullRequestId?: string | null;
  readonly commitSha?: string | null;
  readonly isErrored?: boolean;
  readonly summary?: Partial<PlanSummary>;
  readonly impact?: object;
  readonly createdAt?: Date;
}

/** Inserts executions and plans into the tables of an organization. The functions return the ids of the rows. */
export function storedPlans(owner: Owner, organizationId: string) {
  const execution = async (given: InsertedExecution = {}): Promise<string> => {
    const id = randomUUID();
    await owner.query(
      `insert into executions (organization_id, id, external_id, kind, provider, status, repository_id, iac_project_id,
         project_path, pull_request_id, commit_sha)
       values ($1, $2::uuid, $2::uuid::text, $3, 'other', 'succeeded', $4, $5, $6, $7, $8)`,
      [
        organizationId,
        id,
        given.kind ?? 'plan',
        given.repositoryId ?? null,
        given.projectId ?? null,
        given.projectPath ?? null,
        given.pullRequestId ?? null,
        given.commitSha ?? null,
      ],
    );
    return id;
  };
  return {
    execution,
    /** By default a plan of an execution of its own, without links. */
    async plan(given: InsertedPlan = {}, changes: readonly InsertedChange[] = []): Promise<string> {
      const id = randomUUID();
      await owner.query(
        `insert into plans (organization_id, id, execution_id, project_path, workspace, hash, repository_id, iac_project_id,
           pull_request_id, commit_sha, format_version, is_errored, summary, impact, change_count, created_at)
         values ($1, $2::uuid, $3, $4, $5, $2::uuid::text, $6, $7, $8, $9, '1.2', $10, $11, $12, $13, coalesce($14, now()))`,
        [
          organizationId,
          id,
          given.executionId ?? (await execution()),
          given.projectPath ?? '',
          given.workspace ?? '',
          given.repositoryId ?? null,
          given.projectId ?? null,
          given.pullRequestId ?? null,
          given.commitSha ?? null,
          given.isErrored ?? false,
          JSON.stringify({ ...emptySummary(), ...given.summary }),
          JSON.stringify(given.impact ?? { resources: 0, unmapped: 0, applications: [], teams: [] }),
          changes.length,
          given.createdAt ?? null,
        ],
      );
      const rows = changes.map((change, position) => ({
        position,
        address: change.address ?? `${change.type ?? 'aws_vpc'}.c[${position}]`,
        previous_address: change.previousAddress ?? null,
        resource_type: change.type ?? 'aws_vpc',
        actions: change.actions,
        import_id: change.importId ?? null,
        deposed: change.deposed ?? null,
        origin: change.origin ?? null,
        resource_id: change.resource ?? null,
        unmapped_reason: change.reason ?? null,
        changed_paths: change.paths ?? [''],
      }));
      await owner.query(
        `insert into plan_changes (organization_id, plan_id, position, address, previous_address, resource_type, provider,
           actions, import_id, deposed, origin, resource_id, unmapped_reason, changed_paths)
         select $1, $2, position, address, previous_address, resource_type, 'registry.terraform.io/hashicorp/aws',
           actions, import_id, deposed, origin, resource_id, unmapped_reason, changed_paths
         from jsonb_to_recordset($3::jsonb) as o(position integer, address text, previous_address text,
           resource_type text, actions text[], import_id text, deposed text, origin text, resource_id uuid,
           unmapped_reason text, changed_paths jsonb)`,
        [organizationId, id, JSON.stringify(rows)],
      );
      return id;
    },
  };
}

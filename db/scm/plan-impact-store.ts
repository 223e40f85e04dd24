import { errors } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json/text.ts';
import type { ImpactSection, PlanImpact } from '../../domain/scm/plan-impact.ts';
import { newId } from '../new-id.ts';
import { execute, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface NewPlanImpact {
  readonly pullRequestId: string;
  readonly projectId: string;
  /** Empty when the report names none. */
  readonly workspace: string;
  /** The commit of the plan. */
  readonly commitSha: string;
  readonly impact: PlanImpact;
  /** When the plan was made. An older plan of the commit does not replace a newer one. */
  readonly reportedAt: Date;
}

/** A plan of a former head can be reported after the plan of the head, so that each commit has an impact of its own. */
const keptCommits = 10;

/**
 * Stores the impact of a project's plan on a pull request, and deletes those of old commits. Returns the id of the report, or
 * `undefined` when a newer one of the same project, workspace and commit is stored.
 * @throws CatalogueError `not_found` when the repository of the pull request has no such project.
 */
export async function storePlanImpact(tenant: Tenant, given: NewPlanImpact): Promise<string | undefined> {
  const { organizationId } = tenant;
  const known = await rowOf(
    tenant,
    sql`select 1 from pull_requests p join iac_projects i on i.organization_id = p.organization_id
        and i.repository_id = p.repository_id and i.id = ${given.projectId}
      where p.organization_id = ${organizationId} and p.id = ${given.pullRequestId}`,
  );
  if (known === undefined) throw errors.notFound();
  const row = await rowOf<{ reportId: string }>(
    tenant,
    sql`insert into pull_request_impacts as s (organization_id, pull_request_id, iac_project_id, workspace, commit_sha,
        report_id, impact, reported_at)
      values (${organizationId}, ${given.pullRequestId}, ${given.projectId}, ${given.workspace}, ${given.commitSha},
        ${newId()}, ${toJsonText(given.impact)}::jsonb, ${given.reportedAt})
      on conflict on constraint pull_request_impacts_pkey do update set report_id = excluded.report_id,
        impact = excluded.impact, reported_at = excluded.reported_at
        where s.reported_at <= excluded.reported_at
      returning report_id`,
  );
  await deleteOldCommits(tenant, given);
  return row?.reportId;
}

async function deleteOldCommits(tenant: Tenant, given: NewPlanImpact): Promise<void> {
  const ofProject = sql`organization_id = ${tenant.organizationId} and pull_request_id = ${given.pullRequestId}
    and iac_project_id = ${given.projectId} and workspace = ${given.workspace}`;
  await execute(
    tenant,
    sql`delete from pull_request_impacts where ${ofProject} and commit_sha <> ${given.commitSha} and report_id in (
        select report_id from pull_request_impacts where ${ofProject}
        order by reported_at desc, report_id desc offset ${keptCommits})`,
  );
}

export interface ReportedPullRequest {
  readonly pullRequestId: string;
  readonly repositoryId: string;
  readonly number: number;
  /** The commit of the reported plan, in full. */
  readonly commitSha: string;
}

/** Finds the pull request of a report. Returns `undefined` when a newer report of the project has replaced it. */
export async function findReport(tenant: Tenant, reportId: string): Promise<ReportedPullRequest | undefined> {
  return rowOf<ReportedPullRequest>(
    tenant,
    sql`select s.pull_request_id, p.repository_id, p.number, s.commit_sha from pull_request_impacts s
      join pull_requests p on p.organization_id = s.organization_id and p.id = s.pull_request_id
      where s.organization_id = ${tenant.organizationId} and s.report_id = ${reportId}`,
  );
}

/** Lists the impacts of the plans of a commit, by the path of the project and by workspace. */
export async function listImpactSections(
  tenant: Tenant,
  pullRequestId: string,
  commitSha: string,
): Promise<readonly ImpactSection[]> {
  return rowsOf<ImpactSection>(
    tenant,
    sql`select s.iac_project_id as "projectId", i.path as "projectPath", s.workspace, s.commit_sha as "commitSha", s.impact
      from pull_request_impacts s
      join iac_projects i on i.organization_id = s.organization_id and i.id = s.iac_project_id
      where s.organization_id = ${tenant.organizationId} and s.pull_request_id = ${pullRequestId}
        and s.commit_sha = ${commitSha}
      order by i.path, i.id, s.workspace`,
  );
}

/** The id of the comment at the provider, and digests of the published texts. */
export interface PublishedComment {
  readonly externalId: string | undefined;
  readonly bodyDigest: string | undefined;
  readonly statusDigest: string | undefined;
}

/**
 * Acquires or extends the lease to write to a pull request. Returns `undefined` while another activity has the lease. The
 * lease expires after `seconds`, also when the worker crashes.
 */
export async function leaseComment(
  tenant: Tenant,
  pullRequestId: string,
  leaseId: string,
  seconds: number,
): Promise<PublishedComment | undefined> {
  return rowOf<PublishedComment>(
    tenant,
    sql`insert into pull_request_comments as c (organization_id, pull_request_id, lease_id, lease_until)
      values (${tenant.organizationId}, ${pullRequestId}, ${leaseId},
        clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (organization_id, pull_request_id) do update set lease_id = excluded.lease_id,
        lease_until = excluded.lease_until
        where c.lease_id is null or c.lease_id = excluded.lease_id or c.lease_until < clock_timestamp()
      returning external_id, body_digest, status_digest`,
  );
}

/** Stores the id and the digests after a write, if the caller still has the lease. */
export async function recordPublished(
  tenant: Tenant,
  pullRequestId: string,
  leaseId: string,
  published: PublishedComment,
): Promise<void> {
  await execute(
    tenant,
    sql`update pull_request_comments set external_id = ${published.externalId},
        body_digest = ${published.bodyDigest}, status_digest = ${published.statusDigest}
      where organization_id = ${tenant.organizationId} and pull_request_id = ${pullRequestId}
        and lease_id = ${leaseId}`,
  );
}

export async function releaseComment(tenant: Tenant, pullRequestId: string, leaseId: string): Promise<void> {
  await execute(
    tenant,
    sql`update pull_request_comments set lease_id = null, lease_until = null
      where organization_id = ${tenant.organizationId} and pull_request_id = ${pullRequestId}
        and lease_id = ${leaseId}`,
  );
}

import { createHash, randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { defined } from '../../domain/defined.ts';
import { effectiveGrants } from '../../domain/scm/grant-permissions.ts';
import { impactComment, impactMarker } from '../../domain/scm/impact-comment.ts';
import { impactStatus, impactStatusContext } from '../../domain/scm/plan-impact.ts';
import type { AutomationGrant } from '../../domain/values.ts';
import {
  findReport,
  leaseComment,
  listImpactSections,
  recordPublished,
  releaseComment,
} from '../../db/scm/plan-impact-store.ts';
import type { PublishedComment, ReportedPullRequest } from '../../db/scm/plan-impact-store.ts';
import { findRepository } from '../../db/scm/repository-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { findScmConnection } from '../../db/scm/scm-connection-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';
import { refOf } from './sync-pull-requests.ts';
import { withScmClient } from './with-scm-client.ts';

/** Longer than the requests of one attempt. */
const leaseSeconds = 300;
const busyDelay = '1 second';

interface Target extends ReportedPullRequest {
  readonly repository: Repository;
  readonly grants: readonly AutomationGrant[];
}

/**
 * Writes the impact of a reported plan to its pull request: one comment with a section per project and workspace, and a commit
 * status. Sends no request without a grant, when a newer report has replaced this one, or when the texts are already
 * published. Writes nothing when the plan's commit is not the head any more.
 * @throws ApplicationFailure, retryable, while another activity writes to the pull request.
 */
export async function publishPlanImpact(
  dependencies: Dependencies,
  organizationId: string,
  reportId: string,
): Promise<void> {
  const { database, configuration } = dependencies;
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => database.withTenant(organizationId, work);
  const target = await inTenant((tenant) => findTarget(tenant, reportId));
  if (target === undefined || target.grants.length === 0) return;
  const connectionId = target.repository.scmConnectionId;
  const { pullRequestId } = target;
  const leaseId = randomUUID();
  const lease = () => inTenant((tenant) => leaseComment(tenant, pullRequestId, leaseId, leaseSeconds));
  const published = await lease();
  if (published === undefined) throw busy();
  try {
    await withScmClient(dependencies, { organizationId, connectionId }, (client) =>
      publish(client, target, published, {
        urlOf: (planId) => `${configuration.publicUrl}/api/v1/plans/${planId}`,
        sections: () => inTenant((tenant) => listImpactSections(tenant, pullRequestId, target.commitSha)),
        confirm: async (grant) => {
          const current = await inTenant((tenant) => findTarget(tenant, reportId));
          if ((await lease()) === undefined) throw busy();
          return current?.grants.includes(grant) === true;
        },
        record: (changed) => inTenant((tenant) => recordPublished(tenant, pullRequestId, leaseId, changed)),
      }),
    );
  } finally {
    await inTenant((tenant) => releaseComment(tenant, pullRequestId, leaseId));
  }
}

interface Steps {
  readonly urlOf: (planId: string) => string;
  readonly sections: () => ReturnType<typeof listImpactSections>;
  /** Extends the lease before a request that writes. Returns `false` if the grant was withdrawn. */
  readonly confirm: (grant: AutomationGrant) => Promise<boolean>;
  readonly record: (published: PublishedComment) => Promise<void>;
}

async function publish(
  client: ScmClient,
  { number, commitSha: sha, grants, repository }: Target,
  before: PublishedComment,
  { urlOf, sections: readSections, confirm, record }: Steps,
): Promise<void> {
  const ref = refOf(repository);
  const sections = await readSections();
  const body = impactComment(sections, urlOf);
  const status = impactStatus(sections);
  const digests = { body: digestOf(body), status: digestOf(`${sha} ${status.state} ${status.description}`) };
  const writesComment = grants.includes('comment_on_pull_requests') && digests.body !== before.bodyDigest;
  const writesStatus = grants.includes('set_commit_status') && digests.status !== before.statusDigest;
  if (!writesComment && !writesStatus) return;
  const { headSha } = await client.getPullRequest(ref, number);
  if (headSha !== sha) return;
  let published = before;
  if (writesComment) {
    const id = await client.upsertComment(ref, number, {
      ...defined({ id: before.externalId }),
      marker: impactMarker,
      body,
      mayWrite: () => confirm('comment_on_pull_requests'),
    });
    if (id !== undefined) {
      published = { ...published, externalId: id, bodyDigest: digests.body };
      await record(published);
    }
  }
  if (writesStatus && (await confirm('set_commit_status'))) {
    await client.setCommitStatus(ref, sha, { context: impactStatusContext, ...status });
    await record({ ...published, statusDigest: digests.status });
  }
}

/** Returns the pull request and its effective grants, or `undefined` when the report or the connection was deleted. */
async function findTarget(tenant: Tenant, reportId: string): Promise<Target | undefined> {
  const report = await findReport(tenant, reportId);
  const repository = report === undefined ? undefined : await findRepository(tenant, report.repositoryId);
  if (report === undefined || repository === undefined || repository.status === 'removed') return undefined;
  const connection = await findScmConnection(tenant, repository.scmConnectionId);
  if (connection === undefined) return undefined;
  const { provider, grantedPermissions: granted } = connection;
  const grants = effectiveGrants(provider, granted, repository.automationGrants);
  return { ...report, repository, grants: grants.filter((grant) => grant !== 'open_pull_requests') };
}

function busy(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'Another activity writes to the pull request.',
    type: 'busy',
    nextRetryDelay: busyDelay,
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

import { publishPlanImpact } from '../../../activities/scm/publish-plan-impact.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { PlanImpact } from '../../../domain/scm/plan-impact.ts';
import type { AutomationGrant } from '../../../domain/values.ts';
import { storePlanImpact } from '../../../db/scm/plan-impact-store.ts';
import { eventually } from '../eventually.ts';
import { pullRequestsOf, pullWithFiles, terraformRoots } from './pull-requests.ts';
import type { Customer, ScmApi } from './use-scm-api.ts';

/** A pull request with the projects of its repository, by path. */
export interface PlannedPull extends Customer {
  readonly repositoryId: string;
  readonly pullRequestId: string;
  readonly headSha: string;
  readonly projects: ReadonlyMap<string, string>;
}

export const writingGrants: AutomationGrant[] = ['comment_on_pull_requests', 'set_commit_status'];

/** Permissions of an App that may comment and set statuses. */
export const writingPermissions = {
  contents: 'read',
  members: 'read',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'write',
};

export function impactOf(create: number, change: Partial<PlanImpact> = {}): PlanImpact {
  return {
    counts: { create, update: 0, replace: 0, delete: 0, import: 0, forget: 0 },
    unmapped: 0,
    risks: [],
    applications: [],
    teams: [],
    ...change,
  };
}

/** Sets the grants of a repository, waits for its pull request and returns it. */
export async function plannedPull(
  customer: Customer,
  repositoryId: string,
  grants: AutomationGrant[],
): Promise<PlannedPull> {
  const { client } = customer;
  const params = { path: { id: repositoryId } };
  await dataOf(client.PUT('/api/v1/repositories/{id}/automation-grants', { params, body: { grants } }));
  const pull = await eventually('the pull request', async () => (await pullRequestsOf(customer)).items[0]);
  const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
  return {
    ...customer,
    repositoryId,
    pullRequestId: pull.id,
    headSha: pull.head_sha,
    projects: new Map(items.map(({ path, id }) => [path, id])),
  };
}

/** Creates a repository on GitHub with the projects `a` and `b`, and a pull request that changes `a`. */
export async function githubPull(
  scm: ScmApi,
  grants: AutomationGrant[],
  permissions: Readonly<Record<string, string>> = writingPermissions,
) {
  const customer = await scm.withGithub(permissions);
  const files = terraformRoots('a', 'b');
  const repository = await scm.github.createRepository({ owner: customer.account, name: 'infra', files });
  const [id = ''] = await scm.select(customer, [repository.id]);
  const pull = await pullWithFiles(scm, { repository, person: customer.person }, { 'a/main.tf': 'x' });
  return { ...(await plannedPull(customer, id, grants)), repository, pull, person: customer.person };
}

/** Functions that store and publish the impact of a plan in this process. */
export function planImpacts(scm: ScmApi) {
  const store = async (
    pull: PlannedPull,
    path: string,
    impact: PlanImpact,
    { commitSha = pull.headSha, workspace = '', reportedAt = new Date() } = {},
  ): Promise<string> => {
    const { database } = scm.worker.dependencies;
    const id = await database.withTenant(pull.organizationId, (tenant) =>
      storePlanImpact(tenant, {
        pullRequestId: pull.pullRequestId,
        projectId: pull.projects.get(path) ?? '',
        workspace,
        commitSha,
        impact,
        reportedAt,
      }),
    );
    return id ?? '';
  };
  const publish = ({ organizationId }: PlannedPull, reportId: string) =>
    publishPlanImpact(scm.worker.dependencies, organizationId, reportId);
  return {
    store,
    publish,
    report: async (pull: PlannedPull, path: string, impact: PlanImpact) =>
      publish(pull, await store(pull, path, impact)),
    /** Repeats the activity as Temporal does. */
    publishRetrying: (pull: PlannedPull, reportId: string) =>
      eventually('the activity to succeed', async () => {
        await publish(pull, reportId);
        return true;
      }),
    /** Requests to GitHub that write. */
    writes: () =>
      scm.github.requests.filter(
        ({ method, route }) => method !== 'GET' && !/access_tokens|graphql/.test(route),
      ),
  };
}

import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type {
  Application,
  CreateEnvironmentBody,
  CreateInferenceRuleBody,
  DeploymentEnvironment,
  IacProject,
  InferenceRule,
  Repository,
  Team,
} from '../../api-client/api-types.ts';
import { waitFor } from './wait-for.ts';

export interface SampleOwnership {
  readonly teams: readonly Team[];
  /** The applications that the rules created. */
  readonly applications: readonly Application[];
}

const all = { limit: 200 };

const environments: readonly CreateEnvironmentBody[] = [
  { name: 'Production', class: 'production' },
  { name: 'Staging', class: 'staging' },
  { name: 'Sandbox', class: 'sandbox' },
  { name: 'Shared', class: 'shared' },
];

/** Names of accounts and of their default environments. */
const defaults: Readonly<Record<string, string>> = { 'shop-staging': 'Staging', sandbox: 'Sandbox' };

const teamNames = ['Shop', 'Payments', 'Data', 'Platform'];

/** Applications, which have the values of the tag `Application` as names, and their owners. `network` has none. */
const owners: Readonly<Record<string, string>> = {
  orders: 'Shop',
  catalogue: 'Shop',
  payments: 'Payments',
  ingestion: 'Data',
  reporting: 'Data',
  platform: 'Platform',
  toolbox: 'Platform',
};

const terraformRepository = 'sample-company/infrastructure';

/**
 * Creates environments, teams, inference rules and owners of applications, unless an earlier demo did. Waits until the rules
 * created the applications.
 */
export async function createOwnership(
  client: TypedClient,
  repositories: readonly Repository[],
  projects: readonly IacProject[],
): Promise<SampleOwnership> {
  const environmentOf = await createEnvironments(client);
  const teams = await createTeams(client);
  const teamId = (name: string) => teams.find((team) => team.name === name)?.id ?? '';
  const platform = { team: { id: teamId('Platform') } };
  await createOwnershipRule(client, {
    name: 'Application tag',
    conditions: { tag: { key: 'application', exists: true } },
    outcome: { application: { name_from_tag: 'application' }, confidence: 'high' },
  });
  await createOwnershipRule(client, {
    name: 'Production accounts',
    conditions: { ou: { under: '/Root/Workloads/Production' } },
    outcome: { environment: { id: environmentOf('Production') } },
  });
  await createOwnershipRule(client, {
    name: 'Sandbox accounts',
    conditions: { ou: { under: '/Root/Sandbox' } },
    outcome: platform,
  });
  const terraform = projects.filter(({ path }) => path.startsWith('terraform/shop/')).map(({ id }) => id);
  if (terraform.length > 0)
    await createOwnershipRule(client, {
      name: 'Subnets in Terraform',
      conditions: { all: [{ project: { in: terraform } }, { resource_type: { in: ['AWS::EC2::Subnet'] } }] },
      outcome: platform,
    });
  const repository = repositories.find(({ full_name: name }) => name === terraformRepository);
  if (repository !== undefined)
    await dataOf(
      client.PUT('/api/v1/repositories/{id}/associations', {
        params: { path: { id: repository.id } },
        body: { application_ids: [], team_ids: [teamId('Platform')] },
      }),
    );
  const applications = await waitForApplications(client);
  for (const application of applications) await assignOwner(client, application, teamId);
  return { teams, applications };
}

/** Creates a rule, unless a rule has its name. */
export async function createOwnershipRule(
  client: TypedClient,
  body: CreateInferenceRuleBody,
): Promise<InferenceRule> {
  const { items } = await dataOf(client.GET('/api/v1/inference-rules', { params: { query: all } }));
  const existing = items.find(({ name }) => name === body.name);
  return existing ?? dataOf(client.POST('/api/v1/inference-rules', { body }));
}

/** Returns a function that returns the id of an environment by its name. */
async function createEnvironments(client: TypedClient): Promise<(name: string) => string> {
  const { items } = await dataOf(client.GET('/api/v1/environments', { params: { query: all } }));
  const existing: DeploymentEnvironment[] = [...items];
  for (const body of environments)
    if (!existing.some(({ name }) => name === body.name))
      existing.push(await dataOf(client.POST('/api/v1/environments', { body })));
  const idOf = (name: string) => existing.find((environment) => environment.name === name)?.id ?? '';
  const accounts = await dataOf(client.GET('/api/v1/aws/accounts', { params: { query: all } }));
  for (const { id, name = '' } of accounts.items) {
    const environment = defaults[name];
    if (environment !== undefined)
      await dataOf(
        client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
          params: { path: { id } },
          body: { environment_id: idOf(environment) },
        }),
      );
  }
  return idOf;
}

async function createTeams(client: TypedClient): Promise<readonly Team[]> {
  const { items } = await dataOf(client.GET('/api/v1/teams', { params: { query: all } }));
  const teams: Team[] = [...items];
  for (const name of teamNames)
    if (!teams.some((team) => team.name === name))
      teams.push(await dataOf(client.POST('/api/v1/teams', { body: { name, slug: name.toLowerCase() } })));
  return teams;
}

async function waitForApplications(client: TypedClient): Promise<readonly Application[]> {
  const names = [...Object.keys(owners), 'network'];
  return waitFor('the applications', async () => {
    const query = { ...all, source: ['inferred' as const] };
    const { applications } = await dataOf(client.GET('/api/v1/applications', { params: { query } }));
    const isComplete = names.every((name) => applications.some((one) => one.name === name));
    return isComplete ? applications : undefined;
  });
}

async function assignOwner(
  client: TypedClient,
  { id, name }: Application,
  teamId: (name: string) => string,
): Promise<void> {
  const team = owners[name];
  if (team === undefined) return;
  const params = { path: { id } };
  const { items } = await dataOf(client.GET('/api/v1/applications/{id}/owners', { params }));
  if (items.some(({ team_id: owner }) => owner === teamId(team))) return;
  const body = { team_id: teamId(team), kind: 'owner' as const };
  await dataOf(client.POST('/api/v1/applications/{id}/owners', { params, body }));
}

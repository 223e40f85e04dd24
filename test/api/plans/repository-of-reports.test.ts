import test from 'ava';
import { planOf, queueChange } from '../../commands/plans/read/support.ts';
import { insertRepository } from '../../support/mapping/stored-projects.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import type { PlanSender } from '../../support/plans/plan-sender.ts';
import { fullNameOf } from '../../support/plans/stored-repositories.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(api.database.url, text, values);
const owner = { query, close: async () => undefined };
const plan = planOf([queueChange({ before: { delay_seconds: 0 }, after: { delay_seconds: 5 } })]);

/** How a report names the repository `name` of GitLab; `provider` is the provider of the repository that it tells. */
interface Naming {
  readonly report: 'execution' | 'plan';
  readonly fields: (name: string) => object;
  readonly isNamed: boolean;
  readonly provider?: string;
}

const namings: Readonly<Record<string, Naming>> = {
  'an execution without a repository': { report: 'execution', fields: () => ({}), isNamed: false },
  'an execution with nulls': {
    report: 'execution',
    fields: () => ({ repository: null, provider: null }),
    isNamed: false,
  },
  'an execution with the name': {
    report: 'execution',
    fields: (name) => ({ repository: name }),
    isNamed: true,
  },
  'an execution with the name and a null provider': {
    report: 'execution',
    fields: (name) => ({ repository: { full_name: name, provider: null } }),
    isNamed: true,
  },
  'an execution with name and provider': {
    report: 'execution',
    fields: (name) => ({ repository: { full_name: name, provider: 'gitlab' } }),
    isNamed: true,
    provider: 'gitlab',
  },
  'an execution with the CI system': {
    report: 'execution',
    fields: (name) => ({ repository: name, provider: 'gitlab_ci' }),
    isNamed: true,
    provider: 'gitlab',
  },
  'a plan without a repository': { report: 'plan', fields: () => ({}), isNamed: false },
  'a plan with the name': { report: 'plan', fields: (name) => ({ repository: name }), isNamed: true },
  'a plan with name and provider': {
    report: 'plan',
    fields: (name) => ({ repository: name, repository_provider: 'gitlab' }),
    isNamed: true,
    provider: 'gitlab',
  },
};

const cases = Object.entries(namings);

/** Reports with the id; returns the status. The first report of a plan creates the execution, others name it. */
async function send(from: PlanSender, id: string, { report, fields }: Naming, name: string, isFirst = false) {
  if (report === 'plan') {
    const key = isFirst ? { external_id: id } : { execution_external_id: id };
    return (await from.send({ ...key, ...fields(name), plan })).status;
  }
  const body = { external_id: id, kind: 'plan', status: 'running', ...fields(name) };
  return (await from.ci.request('POST', '/ingest/executions', { body })).status;
}

for (const known of [true, false]) {
  test(`joins executions and plans of ${known ? 'a connected' : 'an unknown'} repository in every order`, async (t) => {
    const from = await signUpSender(api);
    const repositoryId = known ? await insertRepository(owner, from.organizationId) : undefined;
    const name = repositoryId === undefined ? 'acme/infrastructure' : await fullNameOf(owner, repositoryId);
    await Promise.all(
      cases.map(async ([first, one], index) => {
        for (const [second, other] of cases) {
          const id = `${index}/${second}`;
          const title = `${first}, then ${second}`;
          const isNamed = one.isNamed || other.isNamed;
          const provider = one.provider ?? other.provider;
          t.is(await send(from, id, one, name, true), 201, title);
          const repeated = await send(from, id, other, name);
          t.true(repeated === 200 || (repeated === 201 && other.report === 'plan'), `${title}: ${repeated}`);
          const [row] = await query<{ repository_name: string | null }>(
            `select repository_name, repository_provider, repository_id,
               (select array_agg(distinct p.repository_id) from plans p where p.execution_id = e.id) as of_plans
             from executions e where organization_id = $1 and external_id = $2`,
            [from.organizationId, id],
          );
          t.like(
            row,
            {
              repository_name: isNamed ? name : null,
              repository_provider: provider ?? null,
              repository_id: isNamed ? (repositoryId ?? null) : null,
            },
            title,
          );
          const elsewhere = isNamed ? 409 : undefined;
          for (const report of ['execution', 'plan'] as const) {
            const named: Naming = { report, fields: (text) => ({ repository: text }), isNamed: true };
            if (elsewhere !== undefined) t.is(await send(from, id, named, 'acme/other'), elsewhere, title);
            if (provider === undefined) continue;
            const github = (text: string) =>
              report === 'plan'
                ? { repository: text, repository_provider: 'github' }
                : { repository: { full_name: text, provider: 'github' } };
            t.is(await send(from, id, { ...named, fields: github }, name), 409, title);
          }
        }
      }),
    );
  });
}

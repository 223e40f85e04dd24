import { randomUUID } from 'node:crypto';
import test from 'ava';
import { endRun } from '../../../commands/runs/end-run.ts';
import {
  beginExtraction,
  endExtraction,
  insertExtraction,
  takeExtraction,
} from '../../../db/graph/extract/extraction-store.ts';
import { requestAccountMatch } from '../../../db/mapping/match/account-matches.ts';
import { createRun } from '../../../db/runs/run-store.ts';
import { holdsRun, takeRun } from '../../../db/runs/take-run.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { insertAccount } from '../../support/mapping/stored-resource.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useOpenDatabase } from '../../support/use-open-database.ts';

const opened = useOpenDatabase();
const launcher = {
  logger: createLogger('test', 'silent'),
  temporal: { startRunWorkflow: () => Promise.resolve() },
};

async function newAccount() {
  const organizationId = randomUUID();
  await queryAsOwner(opened.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    organizationId,
    `o-${organizationId}`,
  ]);
  const accountId = await insertAccount(opened.url, organizationId, '111122223333');
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) =>
    opened.database.withTenant(organizationId, work);
  const runs = () =>
    queryAsOwner<{ kind: string; status: string }>(
      opened.url,
      'select kind, status from runs where organization_id = $1 order by created_at',
      [organizationId],
    );
  return { accountId, inTenant, runs };
}

for (const status of ['succeeded', 'failed', 'cancelled'] as const) {
  test(`a match that was requested while a run was active starts when the run has ${status}`, async (t) => {
    const { accountId, inTenant, runs } = await newAccount();
    const run = await inTenant(async (tenant) => {
      await requestAccountMatch(tenant, [accountId], false);
      return (await createRun(tenant, { kind: 'match_account', subjectId: accountId })).run;
    });
    await inTenant((tenant) => requestAccountMatch(tenant, [accountId], false));
    const end = () => inTenant((tenant) => endRun(tenant, launcher, run, status));
    t.true(await end());
    const expected = [
      { kind: 'match_account', status },
      { kind: 'match_account', status: 'queued' },
    ];
    t.deepEqual(await runs(), expected);
    t.false(await end(), 'an ended run starts nothing');
    t.deepEqual(await runs(), expected);
  });
}

test('a run that fails before its work began does not start itself again', async (t) => {
  const { accountId, inTenant, runs } = await newAccount();
  await inTenant(async (tenant) => {
    await requestAccountMatch(tenant, [accountId], false);
    const { run } = await createRun(tenant, { kind: 'match_account', subjectId: accountId });
    await endRun(tenant, launcher, run, 'failed', 'no connection');
  });
  t.deepEqual(await runs(), [{ kind: 'match_account', status: 'failed' }]);
});

test('a run of the graph starts again with other rules, and is repeated when two rule sets took part', async (t) => {
  const { accountId, inTenant, runs } = await newAccount();
  const run = await inTenant(async (tenant) => {
    const created = await createRun(tenant, { kind: 'extract_graph', subjectId: accountId });
    await insertExtraction(tenant, { runId: created.run.id, accountId, trigger: 'scan', mode: 'full' });
    return created.run;
  });
  const begin = (ruleSet: string) => inTenant((tenant) => beginExtraction(tenant, run.id, ruleSet));
  await begin('old');
  const position = randomUUID();
  await queryAsOwner(opened.url, 'update graph_extractions set extracted_to = $1 where run_id = $2', [
    position,
    run.id,
  ]);
  t.is((await begin('old'))?.extractedTo, position, 'the same rules continue');
  t.like(await begin('new'), { mode: 'full', extractedTo: undefined }, 'other rules begin anew');
  await inTenant((tenant) => takeExtraction(tenant, run.id, 'old'));
  await inTenant((tenant) => takeExtraction(tenant, run.id, 'new'));
  await inTenant((tenant) => endExtraction(tenant, run.id, 'new'));
  const [account] = await queryAsOwner<{ rule_set: string | null; requested_mode: string | null }>(
    opened.url,
    'select rule_set, requested_mode from graph_accounts where aws_account_id = $1',
    [accountId],
  );
  t.deepEqual(account, { rule_set: null, requested_mode: 'full' });
  await inTenant((tenant) => endRun(tenant, launcher, run, 'succeeded'));
  t.deepEqual(
    (await runs()).map(({ status }) => status),
    ['succeeded', 'queued'],
  );
});

test('a run is left to a newer release while that works at it, and begins again when a newer one joins', async (t) => {
  const { accountId, inTenant } = await newAccount();
  const { run } = await inTenant((tenant) =>
    createRun(tenant, { kind: 'scan_repository', subjectId: accountId }),
  );
  const take = (version: number) => inTenant((tenant) => takeRun(tenant, run.id, version));
  const holds = (version: number) => inTenant((tenant) => holdsRun(tenant, run.id, version));
  t.true(await holds(9), 'no worker took the run');
  t.is(await take(9), 'first');
  t.is(await take(9), 'same');
  t.is(await take(10), 'changed');
  t.deepEqual([await holds(9), await holds(10)], [false, true]);
  t.is(await take(9), 'newer');
  t.is(await take(10), 'same', 'the older worker did not take it');
  await queryAsOwner(opened.url, "update runs set rule_set_at = now() - interval '3 minutes' where id = $1", [
    run.id,
  ]);
  t.is(await take(9), 'same', 'after a rollback, an older worker continues it');
  t.true(await holds(9));
  t.is(await take(10), 'changed');
});

import test from 'ava';
import { configHash } from '../../../activities/discovery/collect/config-hash.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { queue, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

const type = 'AWS::SQS::Queue';
const full: JsonObject = { Attributes: { Delay: '0' }, Policy: { Version: '1' } };
const tags = { Owner: 'test' };
const policy: UnreadablePart = { part: 'Policy', scope: 'key', reason: 'denied', action: 'sqs:GetPolicy' };
const tagsPart: UnreadablePart = { part: 'tags', scope: 'tags', reason: 'throttled' };

function observation(
  configuration: JsonObject,
  unreadable: readonly UnreadablePart[] = [],
  given: Readonly<Record<string, string>> = tags,
): ObservedResource {
  return {
    ...queue('a', configuration),
    tags: given,
    configHash: configHash(configuration, given),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

const withoutPolicy = (configuration: JsonObject = { Attributes: { Delay: '0' } }) =>
  observation(configuration, [policy]);

/** Stores an observation in a scan of its own. Returns the number of updates. */
async function scan(account: StoredAccount, observed: ObservedResource): Promise<number> {
  const task = await account.begin([type]);
  const { updated } = await task.store([observed]);
  await task.finish();
  return updated;
}

async function stored({ organizationId }: StoredAccount) {
  const [row] = await scans.owner.query<Record<string, unknown>>(
    `select d.configuration, d.tags, r.unreadable, r.last_changed_at, d.revision,
            (select count(*)::int from changes c where c.resource_id = r.id and c.kind = 'updated') as changes,
            (select count(*)::int from resource_revisions v where v.resource_id = r.id) as revisions,
            (select unreadable from coverage_cells c where c.organization_id = r.organization_id) as in_ledger
     from resources r join resource_documents d on d.resource_id = r.id where r.organization_id = $1`,
    [organizationId],
  );
  return row ?? {};
}

test('a part that becomes unreadable keeps its earlier value, without a change', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, observation(full));
  const before = await stored(account);
  t.is(await scan(account, withoutPolicy()), 0);
  t.deepEqual(await stored(account), {
    ...before,
    unreadable: [{ part: 'Policy', scope: 'key', reason: 'denied', action: 'sqs:GetPolicy' }],
    in_ledger: 1,
  });
  t.is(await scan(account, observation(full, [tagsPart], {})), 0);
  t.like(await stored(account), { tags, changes: 0, revisions: 1 });
  t.is(await scan(account, observation(full)), 0);
  t.deepEqual(await stored(account), before);
});

test('the other parts of a resource change although one is unreadable', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, observation(full));
  const changed = { Attributes: { Delay: '9' } };
  t.is(await scan(account, withoutPolicy(changed)), 1);
  t.like(await stored(account), { configuration: { ...full, ...changed }, changes: 1, revisions: 2 });
});

test('a part that changed while it was unreadable is a change when it is read again', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, observation(full));
  await scan(account, withoutPolicy());
  t.is(await scan(account, observation({ ...full, Policy: { Version: '2' } })), 1);
  t.like(await stored(account), { unreadable: null, changes: 1, revisions: 2, in_ledger: 0 });
});

test('the first reading of a part is a revision, but no change of the resource', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, withoutPolicy());
  t.like(await stored(account), { unreadable: [{ part: 'Policy', neverRead: true }], in_ledger: 1 });
  await scan(account, withoutPolicy());
  t.is(await scan(account, observation(full)), 0);
  t.like(await stored(account), { configuration: full, unreadable: null, changes: 0, revisions: 2 });
});

test('a scan writes nothing for a resource whose part stays unreadable', async (t) => {
  const account = await scans.makeAccount();
  await scan(account, observation(full));
  await scan(account, withoutPolicy());
  const versionOf = async () =>
    (
      await scans.owner.query<{ xmin: string }>(
        'select xmin::text from resources where organization_id = $1',
        [account.organizationId],
      )
    )[0]?.xmin;
  const version = await versionOf();
  t.is(await scan(account, withoutPolicy()), 0);
  t.is(await versionOf(), version);
});

test('volatile values are refreshed while a part stays unreadable, and those of the part are kept', async (t) => {
  const account = await scans.makeAccount();
  const volatile = async () =>
    (
      await scans.owner.query<{ volatile: JsonObject }>(
        'select volatile from resource_documents where organization_id = $1',
        [account.organizationId],
      )
    )[0]?.volatile;
  // The part was read once, or never: the second row stores this with the part.
  for (const first of [observation(full), withoutPolicy()]) {
    await scan(account, { ...first, volatile: { State: 'running', 'Policy.Used': 1 } });
    await scan(account, { ...withoutPolicy(), volatile: { State: 'running' } });
    t.is(await scan(account, { ...withoutPolicy(), volatile: { State: 'stopped' } }), 0);
    t.deepEqual(await volatile(), { State: 'stopped', 'Policy.Used': 1 });
  }
  t.like(await stored(account), { changes: 0 });
});

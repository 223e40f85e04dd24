import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { inferQueuedMemberships } from '../../../activities/ownership/infer-queued-memberships.ts';
import { createOrganizationShares } from '../../../activities/scm/organization-share.ts';
import { queueInference } from '../../../db/ownership/inference-queue.ts';
import { isHeavyInference } from '../../../db/ownership/take-inference-queue.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

test('a full run waits for the heavy slot of its worker, and a run of few resources does not', async (t) => {
  const [full, small] = [await api.signUp(), await api.signUp()];
  const { database } = api.services;
  await database.withTenant(full.organizationId, (tenant) => queueInference(tenant, 'all'));
  await database.withTenant(small.organizationId, (tenant) =>
    queueInference(tenant, 'resource', [small.organizationId]),
  );
  const slots = { heavy: createOrganizationShares(1), light: createOrganizationShares(1) };
  const infer = ({ organizationId }: { readonly organizationId: string }) =>
    inferQueuedMemberships(api.services, slots, {
      organizationId,
      runId: organizationId,
      subjectId: organizationId,
    });
  await slots.heavy.run('heavy', async () => {
    const busy = await t.throwsAsync(infer(full), { instanceOf: ApplicationFailure });
    t.is(busy?.type, 'busy');
    t.truthy(busy?.nextRetryDelay);
    t.false(await infer(small));
  });
  t.false(await infer(full));
});

test('a run for a changed record is heavy if the organization has more than 200,000 resources', async (t) => {
  const { database } = api.services;
  const { organizationId } = await api.signUp();
  const queueOnly = async (kind: 'rule' | 'resource') => {
    await queryAsOwner(api.database.url, 'delete from inference_queue where organization_id = $1', [
      organizationId,
    ]);
    await database.withTenant(organizationId, (tenant) => queueInference(tenant, kind, [organizationId]));
  };
  const isHeavy = () => database.withTenant(organizationId, (tenant) => isHeavyInference(tenant, 10));
  await queryAsOwner(
    api.database.url,
    `insert into resource_pair_counts
       (organization_id, facet, value, other, other_value, active, deleted, unobserved)
     values ($1, 0, '', 0, '', 200000, 1000000, 0)`,
    [organizationId],
  );
  await queueOnly('rule');
  t.false(await isHeavy());
  await queryAsOwner(
    api.database.url,
    'update resource_pair_counts set unobserved = 1 where organization_id = $1',
    [organizationId],
  );
  t.true(await isHeavy());
  await queueOnly('resource');
  t.false(await isHeavy());
});

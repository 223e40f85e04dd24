import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { inferQueuedMemberships } from '../../../activities/ownership/infer-queued-memberships.ts';
import { createOrganizationShares } from '../../../activities/scm/organization-share.ts';
import { queueInference } from '../../../db/ownership/inference-queue.ts';
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

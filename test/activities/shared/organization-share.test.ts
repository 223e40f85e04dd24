import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { createOrganizationShares } from '../../../activities/shared/organization-share.ts';
import { createScmActivities } from '../../../activities/scm/scm-activities.ts';
import { activitySlots, scmActivitiesOfOrganization } from '../../../domain/runs/activity-slots.ts';
import type { RunInput } from '../../../domain/runs/run-kinds.ts';
import { gate } from '../../support/gate.ts';

test('an organization whose provider is slow leaves slots of the worker to the others', async (t) => {
  const held = gate();
  const begun: string[] = [];
  const database = {
    async withTenant(organizationId: string) {
      begun.push(organizationId);
      await held.opened;
    },
  };
  const { scanRepositoryHead } = createScmActivities({ database } as unknown as Dependencies);
  const scan = (organizationId: string) =>
    new MockActivityEnvironment().run(scanRepositoryHead, {
      organizationId,
      runId: 'run',
      subjectId: 'repository',
    } as RunInput);
  const slow = Array.from({ length: activitySlots }, () => scan('slow').catch((error: unknown) => error));
  const other = scan('other');
  const refused = await Promise.all(slow.slice(scmActivitiesOfOrganization));
  t.true(refused.every((error) => error instanceof ApplicationFailure && error.nextRetryDelay !== undefined));
  t.is(begun.filter((organizationId) => organizationId === 'slow').length, scmActivitiesOfOrganization);
  t.true(begun.includes('other'));
  held.open();
  t.is(await other, false);
  t.deepEqual(await Promise.all(slow.slice(0, scmActivitiesOfOrganization)), Array(10).fill(false));
});

test('activities beyond the share try again one after the other, as fast as others end', async (t) => {
  let time = 0;
  const shares = createOrganizationShares(2, () => time);
  const held = gate();
  const long = shares.run('a', () => held.opened);
  await shares.run('a', () => Promise.resolve((time += 100_000)));
  const second = shares.run('a', () => new Promise<void>((resolve) => setImmediate(resolve)));
  const spread: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const error: unknown = await shares.run('a', () => Promise.resolve()).catch((thrown: unknown) => thrown);
    spread.push(Number(error instanceof ApplicationFailure && error.nextRetryDelay));
  }
  // A mean of 20 s over two slots.
  t.deepEqual(spread.slice(0, 3), [500, 10_500, 20_500]);
  t.true(Math.max(...spread) <= 600_000);
  t.true(new Set(spread).size > 50);
  held.open();
  await Promise.all([long, second]);
});

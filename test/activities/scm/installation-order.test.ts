import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { createScmActivities } from '../../../activities/scm/scm-activities.ts';
import { gate } from '../../support/gate.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { connectionOf } from '../../support/scm/follow-scm.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';
import type { GithubCustomer } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();

/** Inserts a delivery about the installation, and returns its processing, retried as Temporal retries it. */
async function deliveryOf(
  { organizationId, connectionId }: GithubCustomer,
  dependencies: Dependencies = scm.worker.dependencies,
): Promise<() => Promise<void>> {
  const [row] = await queryAsOwner<{ id: string }>(
    scm.api.database.url,
    `insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects)
     values ($1, $2, $3, 'installation', '[{"kind": "installation"}]') returning id`,
    [organizationId, connectionId, randomUUID()],
  );
  const input = { organizationId, runId: randomUUID(), subjectId: row?.id ?? '' };
  const { applyDelivery } = createScmActivities(dependencies);
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await new MockActivityEnvironment({ attempt }).run(() => applyDelivery(input));
        return;
      } catch (error) {
        if (!(error instanceof ApplicationFailure) || error.nonRetryable === true || attempt === 5)
          throw error;
      }
    }
  };
}

/** The dependencies of a worker whose first response about an installation waits. */
function delayingResponse(until: Promise<void>) {
  const { dependencies } = scm.worker;
  const app = dependencies.scm.githubApp;
  if (app === undefined) throw new Error('there is no GitHub App');
  let isFirst = true;
  const received = gate();
  const delayed: Dependencies = {
    ...dependencies,
    scm: {
      ...dependencies.scm,
      githubApp: {
        ...app,
        async getActiveInstallation(id) {
          const result = app.getActiveInstallation(id);
          if (!isFirst) return result;
          isFirst = false;
          await result.catch(() => undefined);
          received.open();
          await until;
          return result;
        },
      },
    },
  };
  return { delayed, received: received.opened };
}

async function race(change: 'suspend' | 'unsuspend') {
  const customer = await scm.withGithub();
  const { github } = scm;
  github.deliveries.mode = 'drop';
  // The state that the slow delivery reads is the opposite of the last one.
  if (change === 'unsuspend') await github.suspend(customer.installation);
  const held = gate();
  const { delayed, received } = delayingResponse(held.opened);
  const slow = (await deliveryOf(customer, delayed))();
  await received;
  if (change === 'suspend') await github.suspend(customer.installation);
  else await github.unsuspend(customer.installation);
  const fast = await deliveryOf(customer);
  await fast();
  held.open();
  await slow;
  github.deliveries.mode = 'send';
  return connectionOf(customer.client, customer.connectionId);
}

test.serial('a slow delivery does not store that a resumed installation is suspended', async (t) => {
  const { status, last_error: message } = await race('unsuspend');
  t.not(status, 'suspended');
  t.is(message, undefined);
});

test.serial('a slow delivery does not resume an installation that was suspended meanwhile', async (t) => {
  t.is((await race('suspend')).status, 'suspended');
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createScmActivities } from '../../../activities/scm/scm-activities.ts';
import { acceptDelivery } from '../../../commands/scm/accept-delivery.ts';
import type { DeliveryEffect } from '../../../domain/scm/read-delivery.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();

test('a redelivery right after a failure is processed at once', async (t) => {
  const { organizationId, connectionId } = await scm.withGithub();
  const owner = connectOwner(scm.api.database.url);
  const [deliveryId, runId] = [randomUUID(), randomUUID()];
  const effects: readonly DeliveryEffect[] = [{ kind: 'push', external_id: '1', branch: 'main' }];
  try {
    const [stored] = await owner.query<{ id: string }>(
      `insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects)
       values ($1, $2, $3, 'push', $4) returning id`,
      [organizationId, connectionId, deliveryId, JSON.stringify(effects)],
    );
    const subjectId = stored?.id ?? '';
    await owner.query(
      `insert into runs (organization_id, id, kind, subject_id, status) values ($1, $2, 'handle_delivery', $3, 'running')`,
      [organizationId, runId, subjectId],
    );
    await createScmActivities(scm.worker.dependencies).failDelivery(
      { organizationId, runId, subjectId },
      'GitHub did not find the record.',
    );
    const delivery = { connectionId, deliveryId, event: 'push', effects };
    await acceptDelivery(
      { ...scm.api.services, configuration: scm.api.configuration },
      organizationId,
      delivery,
    );
    const runs = await owner.query<{ status: string; error: string | null }>(
      'select status, error from runs where subject_id = $1 order by created_at',
      [subjectId],
    );
    t.is(runs.length, 2, 'the redelivery got a run of its own');
    t.like(runs[0], { status: 'failed', error: 'GitHub did not find the record.' });
  } finally {
    await owner.close();
  }
});

import { errors } from '../../domain/errors.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { lockStateSource } from '../../db/mapping/states/state-source-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { stateSourcesTag as tag } from './schemas.ts';

export const syncStateSource = operation({
  id: 'syncStateSource',
  method: 'POST',
  path: '/state-sources/{id}/sync',
  tag,
  summary: 'Sync a Terraform state source',
  description:
    'A requested sync also accepts a lower serial of the same lineage, after a state was restored.',
  access: 'state_sources:manage',
  audit: 'state_source.sync_requested',
  success: [202, Accepted],
  errors: ['conflict'],
  async handle({ params, principal, tenant, services, audit }) {
    const { id, bucket, key, disabled } = await lockStateSource(tenant, params.id);
    if (disabled) throw errors.conflict('The state source is disabled.');
    const { run_id, created } = await launchRun(tenant, services, {
      kind: 'sync_state_source',
      subjectId: id,
      description: `${bucket}/${key}`,
      requestedBy: principal.id,
    });
    if (!created) throw errors.conflict('A sync of the state source is queued or running.');
    audit({ type: 'state_source', id, name: `${bucket}/${key}` });
    return { run_id };
  },
});

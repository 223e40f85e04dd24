import { z } from 'zod';
import { lockAnyConnection, markDeleting } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { tag } from './schemas.ts';

export const deleteConnection = operation({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/aws/connections/{id}',
  tag,
  summary: 'Delete a connection',
  description:
    'The status of the connection is `deleting` while its schedules and scans are stopped and its resources become ' +
    '`unobserved`. Deleting it again returns the active run, or resumes an interrupted deletion.',
  access: 'connections:manage',
  audit: 'connection.deleted',
  success: [202, z.object({ id, run_id: id })],
  async handle({ params, principal, tenant, services, audit }) {
    const connection = await lockAnyConnection(tenant, params.id);
    await markDeleting(tenant, connection.id);
    const { run_id } = await launchRun(tenant, services, {
      kind: 'delete_connection',
      subjectId: connection.id,
      description: connection.name,
      requestedBy: principal.id,
    });
    audit({ type: 'connection', id: connection.id, name: connection.name });
    return { id: connection.id, run_id };
  },
});

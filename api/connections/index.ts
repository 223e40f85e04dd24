import { addAccount } from './add-account.ts';
import { connectionRunOperations } from './connection-runs.ts';
import { createConnection } from './create-connection.ts';
import { deleteConnection } from './delete-connection.ts';
import { getAccount } from './get-account.ts';
import { getConnection } from './get-connection.ts';
import { getTemplate } from './get-template.ts';
import { listAccounts, listConnectionAccounts } from './list-accounts.ts';
import { listConnections } from './list-connections.ts';
import { listOnboardingSteps } from './list-onboarding-steps.ts';
import { setDefaultEnvironment } from './set-default-environment.ts';
import { updateAccount } from './update-account.ts';
import { updateConnection } from './update-connection.ts';
import { validateAccount } from './validate-account.ts';

export const connectionOperations = [
  listConnections,
  createConnection,
  getConnection,
  updateConnection,
  deleteConnection,
  getTemplate,
  listOnboardingSteps,
  ...connectionRunOperations,
  listConnectionAccounts,
  addAccount,
  listAccounts,
  getAccount,
  updateAccount,
  validateAccount,
  setDefaultEnvironment,
];

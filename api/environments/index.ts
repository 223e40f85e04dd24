import { createEnvironment } from './create-environment.ts';
import { deleteEnvironment } from './delete-environment.ts';
import { getEnvironment } from './get-environment.ts';
import { listEnvironments } from './list-environments.ts';
import { updateEnvironment } from './update-environment.ts';

export const environmentOperations = [
  listEnvironments,
  createEnvironment,
  getEnvironment,
  updateEnvironment,
  deleteEnvironment,
];

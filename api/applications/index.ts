import { createEnvironment } from './create-environment.ts';
import { deleteEnvironment } from './delete-environment.ts';
import { getEnvironment } from './get-environment.ts';
import { listEnvironments } from './list-environments.ts';
import { updateEnvironment } from './update-environment.ts';
import { createApplication } from './create-application.ts';
import { addApplicationResources } from './add-application-resources.ts';
import { getApplication } from './get-application.ts';
import { listApplicationResources } from './list-application-resources.ts';
import { listApplications } from './list-applications.ts';
import { updateApplication } from './update-application.ts';

export const applicationOperations = [
  listApplications,
  createApplication,
  getApplication,
  updateApplication,
  listApplicationResources,
  addApplicationResources,
  listEnvironments,
  createEnvironment,
  getEnvironment,
  updateEnvironment,
  deleteEnvironment,
];

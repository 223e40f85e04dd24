import { confirmMembership } from './confirm-membership.ts';
import { createEnvironment } from './create-environment.ts';
import { deleteEnvironment } from './delete-environment.ts';
import { getEnvironment } from './get-environment.ts';
import { getMembership } from './get-membership.ts';
import { listMemberships } from './list-memberships.ts';
import { rejectMembership } from './reject-membership.ts';
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
  listMemberships,
  getMembership,
  confirmMembership,
  rejectMembership,
  listEnvironments,
  createEnvironment,
  getEnvironment,
  updateEnvironment,
  deleteEnvironment,
];

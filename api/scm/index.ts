import { setAutomationGrants } from './automation-grants.ts';
import { createGitlabConnection } from './create-gitlab-connection.ts';
import { getGithubInstallationUrl } from './get-github-installation-url.ts';
import { githubCallback } from './github-callback.ts';
import {
  createIacProject,
  getIacProject,
  listIacProjects,
  listRepositoryIacProjects,
  updateIacProject,
} from './iac-projects.ts';
import {
  deleteScmConnection,
  getScmConnection,
  listScmConnections,
  syncScmConnection,
  updateScmConnection,
} from './manage-connections.ts';
import { listPullRequests, listRepositoryPullRequests } from './pull-requests.ts';
import { receiveGithubWebhook } from './receive-github-webhook.ts';
import { receiveGitlabWebhook } from './receive-gitlab-webhook.ts';
import { getRepository, listRepositories, rescanRepository } from './repositories.ts';
import { listDiscoverableRepositories, selectRepositories } from './select-repositories.ts';
import { setRepositoryAssociations } from './set-associations.ts';

export const scmOperations = [
  listScmConnections,
  createGitlabConnection,
  getGithubInstallationUrl,
  githubCallback,
  getScmConnection,
  updateScmConnection,
  deleteScmConnection,
  listDiscoverableRepositories,
  selectRepositories,
  syncScmConnection,
  receiveGithubWebhook,
  receiveGitlabWebhook,
  listRepositories,
  getRepository,
  setAutomationGrants,
  setRepositoryAssociations,
  rescanRepository,
  listRepositoryIacProjects,
  createIacProject,
  listRepositoryPullRequests,
  listPullRequests,
  listIacProjects,
  getIacProject,
  updateIacProject,
];

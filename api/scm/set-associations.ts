import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { recordRepositoryTeams } from '../../db/ownership/owners/record-repository-teams.ts';
import { setRepositoryApplications } from '../../db/scm/repository-applications.ts';
import { lockRepository } from '../../db/scm/repository-store.ts';
import { setRepositoryTeams } from '../../db/scm/repository-teams.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { repositoriesTag as tag } from './schemas.ts';

const mostAssociations = 100;
const ids = z.array(id).max(mostAssociations);

export const setRepositoryAssociations = operation({
  id: 'setRepositoryAssociations',
  method: 'PUT',
  path: '/repositories/{id}/associations',
  tag,
  summary: 'Set the applications and teams of a repository',
  description:
    'Replaces all links. An archived application or an inactive team cannot be added; a link to it that exists can stay.',
  access: 'repositories:manage',
  audit: 'repository.associations_set',
  body: z.strictObject({ application_ids: ids, team_ids: ids }),
  success: [200, z.object({ repository_id: id, application_ids: z.array(id), team_ids: z.array(id) })],
  errors: ['conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const { id: repositoryId, fullName: name } = await lockRepository(tenant, params.id);
    const applicationIds = [...new Set(body.application_ids)].toSorted();
    const teamIds = [...new Set(body.team_ids)].toSorted();
    const hasOtherApplications = await setRepositoryApplications(tenant, repositoryId, applicationIds);
    const teams = await setRepositoryTeams(tenant, repositoryId, teamIds);
    await recordRepositoryTeams(tenant, { id: repositoryId, name }, teams, principal.id);
    if (hasOtherApplications || teams.added.length + teams.removed.length > 0)
      await requestInference(tenant, services, 'repository', [repositoryId]);
    const links = { application_ids: applicationIds, team_ids: teamIds };
    audit({ type: 'repository', id: repositoryId, name, details: links });
    return { repository_id: repositoryId, ...links };
  },
});

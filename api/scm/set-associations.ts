import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { setRepositoryApplications } from '../../db/scm/repository-applications.ts';
import { lockRepository } from '../../db/scm/repository-store.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { repositoriesTag as tag } from './schemas.ts';

const mostAssociations = 100;
const ids = z.array(z.uuid().transform((text) => text.toLowerCase())).max(mostAssociations);

export const setRepositoryAssociations = operation({
  id: 'setRepositoryAssociations',
  method: 'PUT',
  path: '/repositories/{id}/associations',
  tag,
  summary: 'Set the applications and teams of a repository',
  description:
    'Replaces all links. An archived application cannot be added; a link to it that exists can stay.',
  access: 'repositories:manage',
  audit: 'repository.associations_set',
  body: z.strictObject({ application_ids: ids, team_ids: ids }),
  success: [200, z.object({ repository_id: id, application_ids: z.array(id), team_ids: z.array(id) })],
  errors: ['conflict'],
  async handle({ body, params, tenant, audit }) {
    const repository = await lockRepository(tenant, params.id);
    if (body.team_ids.length > 0)
      throw errors.validationFailed('team_ids', 'names a team that does not exist');
    const applicationIds = [...new Set(body.application_ids)].toSorted();
    await setRepositoryApplications(tenant, repository.id, applicationIds);
    audit({
      type: 'repository',
      id: repository.id,
      name: repository.full_name,
      details: { application_ids: applicationIds, team_ids: [] },
    });
    return { repository_id: repository.id, application_ids: applicationIds, team_ids: [] };
  },
});

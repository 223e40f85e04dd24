import { requestInference } from '../../commands/ownership/request-inference.ts';
import { deleteEnvironment as store } from '../../db/applications/environment-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { tag } from './environment-schemas.ts';

export const deleteEnvironment = operation({
  id: 'deleteEnvironment',
  method: 'DELETE',
  path: '/environments/{id}',
  tag,
  summary: 'Delete an environment',
  description:
    'Fails while the environment is the default of an account, the environment of a project or the outcome of an ' +
    'inference rule; the error message names them.',
  access: 'environments:manage',
  audit: 'environment.deleted',
  success: [200, Deleted],
  errors: ['conflict'],
  async handle({ params, tenant, services, audit }) {
    const { id, name } = await store(tenant, params.id);
    await requestInference(tenant, services, 'all');
    audit({ type: 'environment', id, name });
    return { id, deleted: true };
  },
});

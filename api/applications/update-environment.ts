import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { updateEnvironment as store } from '../../db/applications/environment-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { Environment, environmentFields, presentEnvironment, tag } from './environment-schemas.ts';

export const updateEnvironment = operation({
  id: 'updateEnvironment',
  method: 'PATCH',
  path: '/environments/{id}',
  tag,
  summary: 'Update an environment',
  access: 'environments:manage',
  audit: 'environment.updated',
  body: z.strictObject(environmentFields).partial(),
  success: [200, Environment],
  errors: ['conflict'],
  async handle({ body, params, tenant, services, audit }) {
    const { environment, changed } = await store(tenant, params.id, propertiesOf(body));
    if (changed) await requestInference(tenant, services, 'all');
    const { id, name } = environment;
    audit({ type: 'environment', id, name, details: { changed: Object.keys(body) } });
    return presentEnvironment(environment);
  },
});

import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { createEnvironment as store } from '../../db/applications/environment-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { Environment, environmentFields, presentEnvironment, tag } from './environment-schemas.ts';

export const createEnvironment = operation({
  id: 'createEnvironment',
  method: 'POST',
  path: '/environments',
  tag,
  summary: 'Create an environment',
  access: 'environments:manage',
  audit: 'environment.created',
  body: z.strictObject(environmentFields),
  success: [201, Environment],
  errors: ['conflict'],
  async handle({ body, tenant, services, audit }) {
    const environment = await store(tenant, propertiesOf(body));
    await requestInference(tenant, services, 'all');
    audit({ type: 'environment', id: environment.id, name: environment.name });
    return presentEnvironment(environment);
  },
});

import { getStateSource as read } from '../../db/mapping/states/state-source-read-model.ts';
import { operation } from '../http/operation.ts';
import { presentStateSource, StateSource, stateSourcesTag as tag } from './schemas.ts';

export const getStateSource = operation({
  id: 'getStateSource',
  method: 'GET',
  path: '/state-sources/{id}',
  tag,
  summary: 'Get a Terraform state source',
  access: 'state_sources:read',
  success: [200, StateSource],
  async handle({ params, tenant }) {
    return presentStateSource(await read(tenant, params.id));
  },
});

import { getPlan as read } from '../../db/plans/plans/plan-read-model.ts';
import { operation } from '../http/operation.ts';
import { Plan, presentPlan } from './plan-schemas.ts';

export const getPlan = operation({
  id: 'getPlan',
  method: 'GET',
  path: '/plans/{id}',
  tag: 'Plans',
  summary: 'Get a Terraform plan',
  access: 'plans:read',
  success: [200, Plan],
  handle: async ({ tenant, params }) => presentPlan(await read(tenant, params.id)),
});

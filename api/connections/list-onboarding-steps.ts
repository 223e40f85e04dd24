import { z } from 'zod';
import { getConnection } from '../../db/connections/connection-store.ts';
import { listOnboardingSteps as read } from '../../db/connections/onboarding-step-store.ts';
import { listOf, pageOfShortList, shortListParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { OnboardingStep, presentOnboardingStep, tag } from './schemas.ts';

export const listOnboardingSteps = operation({
  id: 'listOnboardingSteps',
  method: 'GET',
  path: '/aws/connections/{id}/onboarding-steps',
  tag,
  summary: 'List the onboarding steps of a connection',
  access: 'connections:read',
  query: z.strictObject(shortListParameters),
  success: [200, listOf(OnboardingStep)],
  async handle(context) {
    const { params, tenant } = context;
    const connection = await getConnection(tenant, params.id);
    const steps = await read(tenant, connection.id);
    const items = steps.map(presentOnboardingStep);
    return pageOfShortList(context, `onboarding_steps:${connection.id}`, items, ({ key }) => key);
  },
});

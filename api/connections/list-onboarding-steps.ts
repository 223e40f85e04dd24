import { z } from 'zod';
import { getConnection } from '../../db/connections/connection-store.ts';
import { listOnboardingSteps as read } from '../../db/connections/onboarding-step-store.ts';
import { operation } from '../http/operation.ts';
import { OnboardingStep, presentOnboardingStep, tag } from './schemas.ts';

export const listOnboardingSteps = operation({
  id: 'listOnboardingSteps',
  method: 'GET',
  path: '/aws/connections/{id}/onboarding-steps',
  tag,
  summary: 'List the onboarding steps of a connection',
  access: 'connections:read',
  success: [200, z.object({ items: z.array(OnboardingStep) })],
  async handle({ params, tenant }) {
    const connection = await getConnection(tenant, params.id);
    const steps = await read(tenant, connection.id);
    return { items: steps.map(presentOnboardingStep) };
  },
});

import { z } from 'zod';
import { operation } from '../http/operation.ts';

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  tag: 'Meta',
  summary: 'Check liveness',
  description: 'Does not check Postgres, Temporal or AWS.',
  access: 'public',
  success: [200, z.object({ status: z.literal('ok') })],
  async handle() {
    return { status: 'ok' };
  },
});

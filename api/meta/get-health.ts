import { z } from 'zod';
import { operation } from '../http/operation.ts';

/** Liveness: touches nothing. */
export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  tag: 'Meta',
  summary: 'Liveness',
  access: 'public',
  success: [200, z.object({ status: z.literal('ok') })],
  async handle() {
    return { status: 'ok' };
  },
});

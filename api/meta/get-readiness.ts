import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  tag: 'Meta',
  summary: 'Check readiness',
  description: 'Checks Postgres and Temporal.',
  access: 'public',
  success: [
    200,
    z.object({
      status: z.literal('ready'),
      checks: z.object({ postgres: z.literal('ok'), temporal: z.literal('ok') }),
    }),
  ],
  async handle({ services }) {
    if (services.isDraining()) throw errors.providerUnavailable('The process is shutting down.');
    const [postgres, temporal] = await Promise.allSettled([
      services.database.ping(),
      services.temporal.ping(),
    ]);
    const unavailable = [
      ...(postgres.status === 'rejected' ? ['postgres'] : []),
      ...(temporal.status === 'rejected' ? ['temporal'] : []),
    ];
    if (unavailable.length > 0) throw errors.providerUnavailable(`Unavailable: ${unavailable.join(', ')}.`);
    return { status: 'ready', checks: { postgres: 'ok', temporal: 'ok' } };
  },
});

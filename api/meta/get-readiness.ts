import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';

/** Readiness: whether requests can be served now. */
export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  tag: 'Meta',
  summary: 'Readiness',
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
    const [postgres, temporal, aws] = await Promise.allSettled([
      services.database.ping(),
      services.temporal.ping(),
      services.serviceCredentials.check(),
    ]);
    const away = [
      ...(postgres.status === 'rejected' ? ['postgres'] : []),
      ...(temporal.status === 'rejected' ? ['temporal'] : []),
      ...(aws.status === 'rejected' ? ['AWS credentials'] : []),
    ];
    if (away.length > 0) throw errors.providerUnavailable(`Unavailable: ${away.join(', ')}.`);
    return { status: 'ready', checks: { postgres: 'ok', temporal: 'ok' } };
  },
});

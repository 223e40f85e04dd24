import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { iso, timestamp } from '../http/schemas.ts';

/** The version in package.json. */
export const productVersion = '0.1.0';

export const serviceOperations = [
  operation({
    id: 'getVersion',
    method: 'GET',
    path: '/version',
    tag: 'Meta',
    summary: 'Get the version of the service',
    description: 'Needs no credential. `commit` identifies the source of the build.',
    access: 'public',
    success: [
      200,
      z
        .object({
          version: z.string(),
          api_version: z.literal('v1'),
          commit: z.string(),
          started_at: timestamp,
        })
        .meta({ id: 'ServiceVersion' }),
    ],
    async handle({ services }) {
      const { configuration, startedAt } = services;
      return {
        version: productVersion,
        api_version: 'v1',
        commit: configuration.commit,
        started_at: iso(startedAt),
      };
    },
  }),
  operation({
    id: 'getHealth',
    method: 'GET',
    path: '/healthz',
    tag: 'Meta',
    summary: 'Check liveness',
    description: 'Does not check Postgres, Temporal or AWS.',
    access: 'public',
    success: [200, z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' })],
    async handle() {
      return { status: 'ok' };
    },
  }),
  operation({
    id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    tag: 'Meta',
    summary: 'Check readiness',
    description:
      '503 while Postgres does not respond. While Temporal does not respond, the status is `degraded`: reads and most ' +
      'mutations work, their runs start later, and questions are refused.',
    access: 'public',
    success: [
      200,
      z
        .object({
          status: z.enum(['ready', 'degraded']),
          checks: z.object({ postgres: z.literal('ok'), temporal: z.enum(['ok', 'unavailable']) }),
        })
        .meta({ id: 'Readiness' }),
    ],
    async handle({ services }) {
      if (services.isDraining()) throw errors.providerUnavailable('The process is shutting down.');
      const [postgres, temporal] = await Promise.allSettled([
        services.database.ping(),
        services.temporal.ping(),
      ]);
      if (postgres.status === 'rejected') throw errors.providerUnavailable('Unavailable: postgres.');
      return temporal.status === 'rejected'
        ? { status: 'degraded', checks: { postgres: 'ok', temporal: 'unavailable' } }
        : { status: 'ready', checks: { postgres: 'ok', temporal: 'ok' } };
    },
  }),
];

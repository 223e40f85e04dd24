import { z } from 'zod';
import { operation } from '../http/operation.ts';
import { iso, timestamp } from '../http/schemas.ts';

/** The version in package.json. */
export const productVersion = '0.1.0';

export const getVersion = operation({
  id: 'getVersion',
  method: 'GET',
  path: '/version',
  tag: 'Meta',
  summary: 'Get the version of the service',
  access: 'public',
  success: [
    200,
    z.object({
      version: z.string(),
      api_version: z.literal('v1'),
      commit: z.string(),
      started_at: timestamp,
    }),
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
});

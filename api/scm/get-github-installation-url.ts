import { z } from 'zod';
import { createInstallState } from '../../db/scm/install-state-store.ts';
import { operation } from '../http/operation.ts';
import { timestamp } from '../http/schemas.ts';
import { signInstallState } from './install-state-token.ts';
import { requireGithubApp } from './require-github-app.ts';
import { tag } from './schemas.ts';

const stateMinutes = 10;

export const getGithubInstallationUrl = operation({
  id: 'getGithubInstallationUrl',
  method: 'GET',
  path: '/scm/github/installation-url',
  tag,
  summary: 'Get a URL to install the GitHub App',
  description: 'The URL contains a signed state that can be used once, within ten minutes.',
  access: 'scm:manage',
  transaction: true,
  success: [200, z.object({ url: z.string(), expires_at: timestamp })],
  errors: ['provider_unavailable'],
  async handle({ principal, tenant, services }) {
    const app = requireGithubApp(services);
    const { id: stateId, expiresAt } = await createInstallState(tenant, principal.id, stateMinutes);
    const { organizationId } = tenant;
    const token = signInstallState(services.configuration.jwtKeys, { organizationId, stateId }, expiresAt);
    return { url: app.installationUrl(token), expires_at: expiresAt.toISOString() };
  },
});

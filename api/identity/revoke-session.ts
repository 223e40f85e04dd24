import { z } from 'zod';
import { revokeOwnSession } from '../../db/identity/session-store.ts';
import { operation } from '../http/operation.ts';
import { clearSessionCookies } from './session-cookies.ts';

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag: 'Authentication',
  summary: 'End one of your sessions',
  description: 'If it is the current session, the cookies are cleared.',
  access: 'authenticated',
  audit: 'session.revoked',
  success: [200, z.object({ revoked: z.literal(true) })],
  async handle({ params, principal, tenant, services, response }) {
    await revokeOwnSession(tenant, principal.id, params.id);
    if (params.id === principal.sessionId) clearSessionCookies(response, services.configuration.production);
    return { revoked: true };
  },
});

import { z } from 'zod';
import { listActiveSessions } from '../../db/identity/session-read-model.ts';
import { revokeOwnSession } from '../../db/identity/session-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { iso } from '../http/schemas.ts';
import { Session } from './schemas.ts';
import { clearSessionCookies } from './session-cookies.ts';

export const sessionOperations = [
  operation({
    id: 'listSessions',
    method: 'GET',
    path: '/auth/sessions',
    tag: 'Authentication',
    summary: 'List your active sessions',
    description: 'Lists the sessions that are neither revoked nor expired, the newest first.',
    access: 'authenticated',
    withoutSecondFactor: true,
    query: z.strictObject(pagingParameters),
    success: [200, listOf(Session)],
    async handle(context) {
      const { principal, tenant } = context;
      // The cursor is bound to the user.
      const { request, envelope } = pager(context, `sessions of ${principal.id}`, context.query);
      const rows = await listActiveSessions(
        tenant,
        principal.id,
        request.limit,
        request.after?.[0]?.toString(),
      );
      return envelope(
        cutPage(rows, request.limit, ({ id }) => [id]),
        (session) => ({
          id: session.id,
          created_at: iso(session.createdAt),
          last_used_at: iso(session.lastUsedAt),
          expires_at: iso(session.expiresAt),
          ip: session.ip ?? undefined,
          user_agent: session.userAgent ?? undefined,
          current: session.id === principal.sessionId,
        }),
      );
    },
  }),
  operation({
    id: 'revokeSession',
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag: 'Authentication',
    summary: 'End one of your sessions',
    description: 'If it is the current session, the cookies are cleared.',
    access: 'authenticated',
    withoutSecondFactor: true,
    audit: 'session.revoked',
    success: [200, z.object({ revoked: z.literal(true) }).meta({ id: 'SessionRevoked' })],
    async handle({ params, principal, tenant, services, response }) {
      await revokeOwnSession(tenant, principal.id, params.id);
      if (params.id === principal.sessionId) clearSessionCookies(response, services.configuration.production);
      return { revoked: true };
    },
  }),
];

import { permissionsOf } from '../../domain/identity/roles.ts';
import type { Turn } from '../../db/assistant/turn.ts';
import type { Database, SessionPrincipal } from '../../db/tenant.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { TurnSession } from './turn-answerer.ts';
import { TurnForbidden } from './turn-stopped.ts';

type AskedTurn = Pick<Turn, 'organizationId' | 'askedBy' | 'sessionId' | 'startedAt'>;

/** Returns the session that asked the question of a turn. Its user, roles and expiry are read at each call. */
export function createTurnSession(
  database: Database,
  { revisionRetentionDays }: Pick<Configuration, 'revisionRetentionDays'>,
  turn: AskedTurn,
  signal: AbortSignal,
): TurnSession {
  return {
    withTool: (work) =>
      database.withSession(
        turn.sessionId,
        async (session, tenant) => {
          if (session === undefined || tenant === undefined || !isActive(session, turn))
            throw new TurnForbidden('the session has ended');
          const permissions = new Set(permissionsOf(session.roles, session.customPermissions));
          if (!permissions.has('assistant:use')) throw new TurnForbidden('assistant:use is missing');
          return work({ tenant, permissions, now: turn.startedAt, revisionRetentionDays });
        },
        { shareOf: turn.organizationId, snapshot: true, work: 'tool', signal },
      ),
  };
}

function isActive(session: SessionPrincipal, turn: AskedTurn): boolean {
  return (
    session.organizationId === turn.organizationId &&
    session.userId === turn.askedBy &&
    session.userStatus === 'active' &&
    !session.ended
  );
}

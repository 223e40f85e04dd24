import { dayMs } from '../time.ts';
const warnMilliseconds = 14 * dayMs;

/** Returns a warning from fourteen days before an access token expires, else `undefined`. */
export function connectionWarning(expiresAt: Date | undefined, now: Date): string | undefined {
  if (expiresAt === undefined || expiresAt.getTime() - now.getTime() > warnMilliseconds) return undefined;
  const day = expiresAt.toISOString().slice(0, 10);
  const verb = expiresAt > now ? 'expires' : 'expired';
  return `The access token ${verb} on ${day}. Set a new access_token on the connection.`;
}

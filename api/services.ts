import type { Configuration } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Temporal } from '../runtime/temporal.ts';
import type { Database } from '../db/tenant.ts';
import type { AccessTokens } from './auth/access-tokens.ts';
import type { CursorCodec } from './http/cursor.ts';
import type { PasswordHasher } from './auth/password-hasher.ts';

/** What handlers reach the outside with; made once per process. */
export interface Services {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly temporal: Temporal;
  readonly logger: Logger;
  readonly accessTokens: AccessTokens;
  readonly passwordHasher: PasswordHasher;
  readonly cursors: CursorCodec;
  readonly startedAt: Date;
  /** True from SIGTERM on: readiness fails, streams end. */
  isDraining(): boolean;
}

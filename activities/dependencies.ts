import type { Configuration } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Temporal } from '../runtime/temporal.ts';
import type { Encryption } from '../db/encryption.ts';
import type { Database } from '../db/tenant.ts';
import type { ScmClients } from '../clients/scm/scm-clients.ts';
import type { AwsClients } from '../clients/aws/aws-clients.ts';

/** Clients and configuration of activities, created once per worker process. */
export interface Dependencies {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly temporal: Temporal;
  readonly logger: Logger;
  readonly aws: AwsClients;
  readonly encryption: Encryption;
  readonly scm: ScmClients;
}

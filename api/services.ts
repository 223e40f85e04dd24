import type { Configuration } from '../runtime/configuration.ts';
import type { AssistantMetrics } from '../runtime/metrics/assistant-metrics.ts';
import type { AssistantModels } from '../runtime/assistant-models.ts';
import type { Background } from '../runtime/background.ts';
import type { DocumentWorkers } from '../runtime/document-workers.ts';
import type { BodySpool } from './http/request/body-spool.ts';
import type { OrganizationSlots } from '../runtime/organization-slots.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Mailer } from '../clients/smtp/mailer.ts';
import type { PasswordHasher } from '../runtime/password-hasher.ts';
import type { EventSender } from '../clients/events/event-sender.ts';
import type { HcpTerraformClients } from '../clients/hcp-terraform/hcp-terraform-clients.ts';
import type { ScmClients } from '../clients/scm/scm-clients.ts';
import type { DomainRecords } from '../clients/sso/domain-records.ts';
import type { SsoClient } from '../clients/sso/sso-client.ts';
import type { ServiceCredentials } from '../clients/aws/service-credentials.ts';
import type { Temporal } from '../runtime/temporal.ts';
import type { Encryption } from '../db/encryption.ts';
import type { SecretHashKeys } from '../db/discovery/secret-hash-keys.ts';
import type { Database } from '../db/tenant.ts';
import type { AccessTokens } from './identity/access-tokens.ts';
import type { CsrfTokens } from './identity/csrf-tokens.ts';
import type { TurnStreams } from './assistant/turn-streams.ts';
import type { CursorCodec } from './http/cursor.ts';
import type { Launcher } from '../commands/runs/launch-run.ts';
import type { ApiTokenLimit } from './http/access/api-token-limit.ts';
import type { RateLimits } from './http/access/rate-limits.ts';

/** The dependencies of handlers; created once per process. */
export interface Services {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly temporal: Temporal;
  readonly logger: Logger;
  readonly accessTokens: AccessTokens;
  readonly csrfTokens: CsrfTokens;
  /** Encrypts secrets at rest. */
  readonly encryption: Encryption;
  readonly rateLimits: RateLimits;
  readonly apiTokenLimit: ApiTokenLimit;
  /** `undefined` if no SMTP server is configured. */
  readonly mailer: Mailer | undefined;
  readonly background: Background;
  /** Starts workflows after the response. */
  readonly backgroundLauncher: Launcher;
  /** Checks that the service has AWS credentials to assume customers' roles with. */
  readonly serviceCredentials: ServiceCredentials;
  /** Clients of GitHub and GitLab. */
  readonly scm: ScmClients;
  readonly hcpTerraform: HcpTerraformClients;
  /** Calls the identity providers of organizations. */
  readonly sso: SsoClient;
  /** Reads the TXT records that prove domains. */
  readonly domainRecords: DomainRecords;
  /** Checks the URLs of event subscriptions, and sends test events. */
  readonly eventSender: EventSender;
  /** Limits how many operations call them at once. */
  readonly providerSlots: OrganizationSlots;
  /** Keys for hashing plans. */
  readonly secretHashKeys: SecretHashKeys;
  /** Threads for parsing large webhook deliveries. */
  readonly documents: DocumentWorkers;
  /** Limits how many large webhook bodies are in memory. */
  readonly largeBodies: OrganizationSlots;
  readonly largeBodySpool: BodySpool;
  /** Threads for reading plans and states, which wait for the client. */
  readonly ingestDocuments: DocumentWorkers;
  /** Limits how many plans and states are read and stored at once. */
  readonly ingestSlots: Pick<OrganizationSlots, 'run'>;
  readonly ingestSpool: BodySpool;
  /** The provider of the language model and its models. */
  readonly assistantModels: AssistantModels;
  readonly assistantMetrics: AssistantMetrics;
  /** The open event streams of turns. */
  readonly turnStreams: TurnStreams;
  readonly passwordHasher: PasswordHasher;
  readonly cursors: CursorCodec;
  readonly startedAt: Date;
  /** True after SIGTERM: readiness fails, streams end. */
  isDraining(): boolean;
}

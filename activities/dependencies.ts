import type { Configuration } from '../runtime/configuration.ts';
import type { DocumentWorkers } from '../runtime/document-workers.ts';
import type { Logger } from '../runtime/logger.ts';
import type { AssistantMetrics } from '../runtime/metrics/assistant-metrics.ts';
import type { EventMetrics } from '../runtime/metrics/event-metrics.ts';
import type { ScanMetrics } from '../runtime/metrics/scan-metrics.ts';
import type { WorkMetrics } from '../runtime/metrics/work-metrics.ts';
import type { Temporal } from '../runtime/temporal.ts';
import type { Encryption } from '../db/encryption.ts';
import type { Database } from '../db/tenant.ts';
import type { CustomerRoles } from './connections/customer-roles.ts';
import type { SecretHashKeys } from '../db/discovery/secret-hash-keys.ts';
import type { EventSender } from '../clients/events/event-sender.ts';
import type { HcpTerraformClients } from '../clients/hcp-terraform/hcp-terraform-clients.ts';
import type { DomainRecords } from '../clients/sso/domain-records.ts';
import type { ScmClients } from '../clients/scm/scm-clients.ts';
import type { TurnAnswerer } from '../commands/assistant/turn-answerer.ts';

/** Clients and configuration of activities, created once per worker process. */
export interface Dependencies {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly temporal: Temporal;
  readonly logger: Logger;
  readonly roles: CustomerRoles;
  readonly encryption: Encryption;
  readonly secretHashKeys: SecretHashKeys;
  /** Threads for parsing and normalising documents of customers. */
  readonly documents: DocumentWorkers;
  readonly scm: ScmClients;
  readonly hcpTerraform: HcpTerraformClients;
  /** The language model, tools and rules that answer questions. */
  readonly answerer: TurnAnswerer;
  readonly assistantMetrics: AssistantMetrics;
  readonly scanMetrics: ScanMetrics;
  /** Reads the TXT records that prove domains. */
  readonly domainRecords: DomainRecords;
  /** Sends events to the receivers of subscriptions. */
  readonly eventSender: EventSender;
  readonly eventMetrics: EventMetrics;
  readonly workMetrics: WorkMetrics;
}

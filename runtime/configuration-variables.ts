import { daySeconds } from '../domain/time.ts';
import type { z } from 'zod';
import { defaultPollSeconds } from '../domain/changes/poll-windows.ts';
import { taskQueues } from '../domain/runs/run-kinds.ts';
import {
  integer,
  isHost,
  isHostAndPort,
  isMailAddress,
  isNetwork,
  isPrivateKey,
  keys,
  list,
  nonEmpty,
  oneOf,
  webOrigin,
  pemOf,
  portNumber,
  readableFile,
  text,
  url,
} from './configuration-schemas.ts';

export interface Variable {
  readonly name: string;
  /** As a user writes it in the environment. `${NAME}` is replaced with the value of another variable. */
  readonly default?: string;
  readonly description: string;
  /** A secret: production rejects its default. */
  readonly secret?: boolean;
  /** What production requires of the value: not the default, or an https URL. Completes `must be`. */
  readonly production?: 'set to your own value' | 'an https URL';
  /** Parses the text of the variable, or `undefined` when it is not set and has no default. */
  readonly schema: z.ZodType;
}

const developmentJwtKeys = 'development:insecure-development-secret-change-me';
const developmentEncryptionKeys = 'development:aW5zZWN1cmUtZGV2ZWxvcG1lbnQta2V5LTMyYnl0ZXM=';

/** One row per environment variable. `.env.example` and docs/configuration.md are generated from it. */
export const variables = {
  production: {
    name: 'NODE_ENV',
    default: 'development',
    description:
      '`production` rejects default secrets, a default SERVICE_PRINCIPAL_ARN, an http PUBLIC_URL and a privileged database role, and sets the Secure attribute on cookies',
    schema: text.transform((value) => value === 'production'),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'IP address or host name the API and the metrics listen on',
    schema: nonEmpty.refine(isHost, 'must be an IP address or a host name'),
  },
  port: { name: 'PORT', default: '8080', description: 'Port of the API', schema: portNumber },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '9464',
    description: "Port of the API's Prometheus metrics",
    schema: portNumber,
  },
  workerMetricsPort: {
    name: 'WORKER_METRICS_PORT',
    default: '9465',
    description: "Port of the worker's Prometheus metrics",
    schema: portNumber,
  },
  temporalMetricsPort: {
    name: 'TEMPORAL_METRICS_PORT',
    default: '9466',
    description: "Port of the Temporal SDK's Prometheus metrics",
    schema: portNumber,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    description: 'Minimum log level',
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description:
      'URL of Postgres 18 or newer. The migration job needs a role that may create roles; in production, other processes reject a superuser and the owner of the tables',
    schema: url('postgres', 'postgresql'),
  },
  databaseAppUrl: {
    name: 'DATABASE_APP_URL',
    description:
      'URL of the same database for a login role that is only a member of `inventory_app`; default: DATABASE_URL with `SET ROLE inventory_app`. The migration job creates the role if it does not exist',
    schema: url('postgres', 'postgresql').optional(),
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    default: '20',
    description: 'Maximum number of database connections per process',
    schema: integer(1, 500),
  },
  databaseTenantPercent: {
    name: 'DATABASE_TENANT_PERCENT',
    default: '60',
    description: 'Percentage of the database connections of a process that one organization may use at once',
    schema: integer(1, 100),
  },
  requestStatementSeconds: {
    name: 'REQUEST_STATEMENT_SECONDS',
    default: '20',
    description: 'Seconds until an SQL statement of an API request is cancelled; the response is 503',
    schema: integer(1, 3600),
  },
  temporalAddress: {
    name: 'TEMPORAL_ADDRESS',
    default: '127.0.0.1:7233',
    description: 'host:port of the Temporal frontend service',
    schema: nonEmpty.refine(isHostAndPort, 'must be host:port'),
  },
  temporalNamespace: {
    name: 'TEMPORAL_NAMESPACE',
    default: 'default',
    description: 'Temporal namespace',
    schema: nonEmpty,
  },
  temporalTls: {
    name: 'TEMPORAL_TLS',
    default: 'false',
    description: '`true` connects to Temporal over TLS; an API key or a certificate implies it',
    schema: oneOf('true', 'false').transform((value) => value === 'true'),
  },
  temporalApiKey: {
    name: 'TEMPORAL_API_KEY',
    description: 'API key for Temporal, sent as a bearer token',
    schema: nonEmpty.optional(),
  },
  temporalTlsCa: {
    name: 'TEMPORAL_TLS_CA',
    description: "Path of a PEM file with the CA certificates that sign Temporal's certificate",
    schema: readableFile.optional(),
  },
  temporalTlsCert: {
    name: 'TEMPORAL_TLS_CERT',
    description: 'Path of a PEM file with the client certificate for Temporal (mTLS)',
    schema: readableFile.optional(),
  },
  temporalTlsKey: {
    name: 'TEMPORAL_TLS_KEY',
    description: 'Path of a PEM file with the private key of TEMPORAL_TLS_CERT',
    schema: readableFile.optional(),
  },
  temporalTlsServerName: {
    name: 'TEMPORAL_TLS_SERVER_NAME',
    description: "Name in Temporal's certificate, if it differs from the host of TEMPORAL_ADDRESS",
    schema: nonEmpty.optional(),
  },
  taskQueuePrefix: {
    name: 'TASK_QUEUE_PREFIX',
    default: '',
    description: 'Prefix of every task queue name, for installations that share a namespace',
    schema: text,
  },
  workerQueues: {
    name: 'WORKER_QUEUES',
    default: 'inventory,aws,scm,assistant,events',
    description: 'Task queues that the worker polls, separated by commas',
    schema: list
      .refine((queues) => queues.length > 0, 'must name at least one queue')
      .refine(
        (queues) => queues.every((queue) => taskQueues.some((known) => known === queue)),
        `must contain only ${taskQueues.join(', ')}`,
      )
      .transform((queues) => [...new Set(queues)]),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    default: 'http://127.0.0.1:${PORT}',
    description: 'URL at which clients reach the API, used in links; https in production',
    production: 'an https URL',
    schema: url('http', 'https'),
  },
  console: {
    name: 'CONSOLE',
    default: 'true',
    description: 'Whether the API serves the console, the pages for people, at `/`',
    schema: oneOf('true', 'false').transform((value) => value === 'true'),
  },
  webOrigin: {
    name: 'WEB_ORIGIN',
    description:
      'Origin of a web application besides the console: the only one that CORS allows to send credentials; mails lead to its pages',
    schema: webOrigin.optional(),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '0',
    description: 'Number of proxies in front of the API whose X-Forwarded-For is trusted',
    schema: integer(0, 10),
  },
  jwtKeys: {
    name: 'JWT_KEYS',
    default: developmentJwtKeys,
    secret: true,
    description:
      '`id:secret,...` with secrets of at least 32 characters; the first key signs, all keys verify',
    schema: keys((secret) => secret.length >= 32, 'a secret of at least 32 characters'),
  },
  encryptionKeys: {
    name: 'ENCRYPTION_KEYS',
    default: developmentEncryptionKeys,
    secret: true,
    description: '`id:base64,...` with 32 bytes each; the first key encrypts, all keys decrypt',
    schema: keys((secret) => Buffer.from(secret, 'base64').length === 32, '32 bytes in base64'),
  },
  auditSigningKeys: {
    name: 'AUDIT_SIGNING_KEYS',
    description:
      '`id:base64,...` with the 32 bytes of an Ed25519 private key each; the first key signs exports of the audit log, the public keys of all are published. Without it exports are not signed',
    secret: true,
    schema: keys((secret) => Buffer.from(secret, 'base64').length === 32, '32 bytes in base64').optional(),
  },
  awsEndpointUrl: {
    name: 'AWS_ENDPOINT_URL',
    description: 'Endpoint of an AWS emulator, used for every service',
    schema: url('http', 'https').optional(),
  },
  servicePrincipalArn: {
    name: 'SERVICE_PRINCIPAL_ARN',
    default: 'arn:aws:iam::999999999999:root',
    description:
      "ARN of the principal that customers' roles trust: the role or user with whose credentials the worker calls AWS",
    production: 'set to your own value',
    schema: text.regex(
      /^arn:aws[a-z-]*:(?:iam|sts)::\d{12}:[\w+=,.@/-]+$/,
      'must be the ARN of a role, a user or an account root',
    ),
  },
  templateBaseUrl: {
    name: 'TEMPLATE_BASE_URL',
    description: 'https URL of the S3 folder that holds the published role template, for quick-create links',
    schema: url('https').optional(),
  },
  onboardingPollSeconds: {
    name: 'ONBOARDING_POLL_SECONDS',
    default: '10',
    description: 'Seconds until onboarding first checks again for a missing role; backs off to 5 minutes',
    schema: integer(1, 300),
  },
  organizationSyncMinutes: {
    name: 'ORGANIZATION_SYNC_MINUTES',
    default: '1440',
    description: "Minutes between automatic syncs of an AWS organization's accounts",
    schema: integer(5, 43_200),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    description:
      'smtp:// or smtps:// URL of the server that sends invitations and tokens; without it emails are not verified',
    schema: url('smtp', 'smtps').optional(),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    default: 'inventory@localhost',
    description: 'Sender address of mails',
    schema: text.refine(isMailAddress, 'must be an address, or `Name <address>`'),
  },
  rateLimitSignup: {
    name: 'RATE_LIMIT_SIGNUP',
    default: '20',
    description: 'Signups per IP address and hour; half as many may have an email that has an account',
    schema: integer(1, 1_000_000),
  },
  rateLimitLoginAccount: {
    name: 'RATE_LIMIT_LOGIN_ACCOUNT',
    default: '100',
    description:
      'Failed logins per account and hour, over all IP addresses from which the user never signed in',
    schema: integer(1, 1_000_000),
  },
  rateLimitInvitation: {
    name: 'RATE_LIMIT_INVITATION',
    default: '100',
    description:
      'Look-ups of invitations per IP address in 15 minutes, and uses of the token of an invitation or a mail',
    schema: integer(1, 1_000_000),
  },
  rateLimitInvitationsSent: {
    name: 'RATE_LIMIT_INVITATIONS_SENT',
    default: '100',
    description: 'Invitations per organization and day',
    schema: integer(1, 1_000_000),
  },
  rateLimitInvitationsReceived: {
    name: 'RATE_LIMIT_INVITATIONS_RECEIVED',
    default: '20',
    description: 'Invitations per organization, recipient and day; with SMTP_URL also over all organizations',
    schema: integer(1, 1_000_000),
  },
  rateLimitPasswordReset: {
    name: 'RATE_LIMIT_PASSWORD_RESET',
    default: '20',
    description: 'Password reset requests per IP address and hour',
    schema: integer(1, 1_000_000),
  },
  rateLimitWebhook: {
    name: 'RATE_LIMIT_WEBHOOK',
    default: '1200',
    description: 'Webhook deliveries per connection and minute',
    schema: integer(1, 1_000_000),
  },
  revisionRetentionDays: {
    name: 'REVISION_RETENTION_DAYS',
    default: '400',
    description: 'Days until revisions, changes and other history are deleted',
    schema: integer(1, 36_500),
  },
  resourceRetentionDays: {
    name: 'RESOURCE_RETENTION_DAYS',
    default: '400',
    description:
      'Days until deleted resources are deleted with their documents and relationships, not before their history',
    schema: integer(30, 36_500),
  },
  scanRetentionDays: {
    name: 'SCAN_RETENTION_DAYS',
    default: '90',
    description: 'Days until ended scans, their tasks, and other ended runs are deleted',
    schema: integer(1, 36_500),
  },
  planRetentionDays: {
    name: 'PLAN_RETENTION_DAYS',
    default: '400',
    description:
      'Days until plans and executions are deleted; the values of changes are deleted after 90 days',
    schema: integer(1, 36_500),
  },
  cloudTrailEventRetentionDays: {
    name: 'CLOUDTRAIL_EVENT_RETENTION_DAYS',
    default: '90',
    description: 'Days until ingested CloudTrail events are deleted; changes keep their attribution',
    schema: integer(1, 36_500),
  },
  sessionRetentionDays: {
    name: 'SESSION_RETENTION_DAYS',
    default: '90',
    description: 'Days until ended sessions are deleted',
    schema: integer(1, 36_500),
  },
  exportStallSeconds: {
    name: 'EXPORT_STALL_SECONDS',
    default: '30',
    description:
      'Seconds that an export waits for a client that stops reading, before it closes the connection',
    schema: integer(1, 3600),
  },
  exportMaxSeconds: {
    name: 'EXPORT_MAX_SECONDS',
    default: '3600',
    description: 'Seconds until an export that is still running is closed',
    schema: integer(1, daySeconds),
  },
  exportMinBytesPerSecond: {
    name: 'EXPORT_MIN_BYTES_PER_SECOND',
    default: '8192',
    description:
      'Minimum rate, in uncompressed bytes per second, at which a client must read an export; slower connections are closed',
    schema: integer(1, 1_000_000_000),
  },
  exportsPerOrganization: {
    name: 'EXPORTS_PER_ORGANIZATION',
    default: '2',
    description: 'Exports that one organization may run at once, over all API processes',
    schema: integer(1, 100),
  },
  assistantStreamStallSeconds: {
    name: 'ASSISTANT_STREAM_STALL_SECONDS',
    default: '60',
    description: 'Seconds until an event stream of the assistant is closed whose client reads nothing',
    schema: integer(1, 3600),
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    default: '25',
    description: 'Seconds for requests and activities to finish after SIGTERM, at most 30',
    schema: integer(1, 30),
  },
  githubAppId: {
    name: 'GITHUB_APP_ID',
    description: 'Id of the GitHub App; all GITHUB_APP_*, GITHUB_CLIENT_* and GITHUB_WEBHOOK_SECRET or none',
    schema: nonEmpty.optional(),
  },
  githubAppSlug: {
    name: 'GITHUB_APP_SLUG',
    description: 'Name of the GitHub App in its URL',
    schema: text.regex(/^[A-Za-z0-9-]+$/, 'must consist of letters, digits and hyphens').optional(),
  },
  githubPrivateKey: {
    name: 'GITHUB_APP_PRIVATE_KEY',
    description: 'Private key of the GitHub App: PEM with line breaks or `\\n`, or base64 of the PEM',
    schema: text
      .transform(pemOf)
      .refine(isPrivateKey, 'must be a private key in PEM, or the base64 of one')
      .optional(),
  },
  githubWebhookSecret: {
    name: 'GITHUB_WEBHOOK_SECRET',
    description: 'Webhook secret of the GitHub App',
    schema: nonEmpty.optional(),
  },
  githubClientId: {
    name: 'GITHUB_CLIENT_ID',
    description: 'Client id of the GitHub App',
    schema: nonEmpty.optional(),
  },
  githubClientSecret: {
    name: 'GITHUB_CLIENT_SECRET',
    description: 'Client secret of the GitHub App',
    schema: nonEmpty.optional(),
  },
  githubApiUrl: {
    name: 'GITHUB_API_URL',
    default: 'https://api.github.com',
    description: 'URL of the GitHub API; of an Enterprise Server: https://<host>/api/v3; https in production',
    production: 'an https URL',
    schema: url('http', 'https'),
  },
  gitlabAllowedNetworks: {
    name: 'GITLAB_ALLOWED_NETWORKS',
    default: '',
    description: 'Private networks that a GitLab base_url may reach, in CIDR notation, separated by commas',
    schema: list.refine((networks) => networks.every(isNetwork), 'must be networks in CIDR notation'),
  },
  changesPollSeconds: {
    name: 'CHANGES_POLL_SECONDS',
    default: String(defaultPollSeconds),
    description: 'Seconds between two polls of the CloudTrail events of an account and region',
    schema: integer(1, 3600),
  },
  quotaFactor: {
    name: 'QUOTA_FACTOR',
    default: '1',
    description:
      'Multiplies the request quotas of AWS that scans keep to; above 1 only if AWS has raised the quotas of every connected account',
    schema: integer(1, 1000),
  },
  eventScanQuietSeconds: {
    name: 'EVENT_SCAN_QUIET_SECONDS',
    default: '60',
    description:
      'Age in seconds of the last CloudTrail event of an account and region at which the cells that events have made due are read; when the first one is three times as old they are read although events continue',
    schema: integer(0, 3600),
  },
  eventScanMinutes: {
    name: 'EVENT_SCAN_MINUTES',
    default: '10',
    description: 'Minutes between two readings of a cell because of CloudTrail events',
    schema: integer(0, 1440),
  },
  hcpAllowedNetworks: {
    name: 'HCP_ALLOWED_NETWORKS',
    default: '',
    description:
      'Private networks that the hostname of HCP Terraform or Terraform Enterprise may be in, in CIDR notation, separated by commas',
    schema: list.refine((networks) => networks.every(isNetwork), 'must be networks in CIDR notation'),
  },
  eventsAllowedNetworks: {
    name: 'EVENTS_ALLOWED_NETWORKS',
    default: '',
    description:
      'Private networks that the URL of an event subscription may reach, over http too, in CIDR notation, separated by commas',
    schema: list.refine((networks) => networks.every(isNetwork), 'must be networks in CIDR notation'),
  },
  eventBatchSeconds: {
    name: 'EVENT_BATCH_SECONDS',
    default: '5',
    description: 'Seconds that the first event of a delivery waits for others',
    schema: integer(0, 60),
  },
  scmReconcileMinutes: {
    name: 'SCM_RECONCILE_MINUTES',
    default: '15',
    description: 'Minutes between reconciliations of a source-control connection',
    schema: integer(1, 1440),
  },
  stateSyncMinutes: {
    name: 'STATE_SYNC_MINUTES',
    default: '15',
    description: 'Minutes between syncs of a Terraform state source',
    schema: integer(1, 1440),
  },
  stateMaxMegabytes: {
    name: 'STATE_MAX_MB',
    default: '256',
    description: 'Maximum size of a Terraform state, in megabytes',
    schema: integer(1, 1024),
  },
  assistantProvider: {
    name: 'ASSISTANT_PROVIDER',
    default: 'embedded',
    description:
      'Model provider of the assistant: `embedded` (in the worker, no key), `anthropic`, or `openai_compatible`',
    schema: oneOf('embedded', 'anthropic', 'openai_compatible'),
  },
  assistantApiKey: {
    name: 'ASSISTANT_API_KEY',
    description: 'API key of the model provider; required for `anthropic`',
    schema: nonEmpty.optional(),
  },
  assistantBaseUrl: {
    name: 'ASSISTANT_BASE_URL',
    description:
      "URL of the model provider's API, with its version, such as https://host/v1; required for `openai_compatible`",
    schema: url('http', 'https').optional(),
  },
  assistantModels: {
    name: 'ASSISTANT_MODELS',
    default: 'embedded-1',
    description:
      'Models that an organization can choose, separated by commas; the first one is the default. Required for `anthropic` and `openai_compatible`',
    schema: list.refine((models) => models.length > 0, 'must name at least one model'),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'URL of the OpenTelemetry collector for traces (OTLP over HTTP)',
    schema: url('http', 'https').optional(),
  },
  commit: {
    name: 'COMMIT',
    default: 'unknown',
    description: 'Commit of the build, returned by GET /version',
    schema: nonEmpty,
  },
} as const satisfies Readonly<Record<string, Variable>>;

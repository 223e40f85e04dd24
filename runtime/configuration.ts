import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';

export interface SecretKey {
  readonly id: string;
  readonly secret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable {
  readonly name: string;
  /** As a user writes it in the environment. `${NAME}` is replaced with the value of another variable. */
  readonly default?: string;
  readonly description: string;
  /** Production rejects the default. */
  readonly secret?: boolean;
  /** Parses the text of the variable, or `undefined` when it is not set and has no default. */
  readonly schema: z.ZodType;
}

const text = z.string('is required');
const nonEmpty = text.refine((value) => value.trim() !== '', 'must not be empty');
const portNumber = integer(0, 65_535);
const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const developmentJwtKeys = 'development:insecure-development-secret-change-me';
const developmentEncryptionKeys = 'development:aW5zZWN1cmUtZGV2ZWxvcG1lbnQta2V5LTMyYnl0ZXM=';

/** One row per environment variable. `.env.example` and the table in the README are generated from it. */
export const variables = {
  production: {
    name: 'NODE_ENV',
    default: 'development',
    description: '`production` rejects default secrets and sets the Secure attribute on cookies',
    schema: text.transform((value) => value === 'production'),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'IP address the API and the metrics listen on',
    schema: nonEmpty,
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
    description: 'URL of Postgres 18 or newer, for the role that owns the schema',
    schema: url('postgres', 'postgresql'),
  },
  databaseAppUrl: {
    name: 'DATABASE_APP_URL',
    description:
      'URL of the same database for the application role; default: DATABASE_URL with `SET ROLE inventory_app`',
    schema: url('postgres', 'postgresql').optional(),
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    default: '20',
    description: 'Maximum number of database connections per process',
    schema: integer(1, 500),
  },
  temporalAddress: {
    name: 'TEMPORAL_ADDRESS',
    default: '127.0.0.1:7233',
    description: 'host:port of the Temporal frontend service',
    schema: nonEmpty,
  },
  temporalNamespace: {
    name: 'TEMPORAL_NAMESPACE',
    default: 'default',
    description: 'Temporal namespace',
    schema: nonEmpty,
  },
  taskQueuePrefix: {
    name: 'TASK_QUEUE_PREFIX',
    default: '',
    description: 'Prefix of every task queue name, for installations that share a namespace',
    schema: text,
  },
  workerQueues: {
    name: 'WORKER_QUEUES',
    default: 'inventory,aws,scm',
    description: 'Task queues that the worker polls, separated by commas',
    schema: list,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    default: 'http://127.0.0.1:${PORT}',
    description: 'URL at which clients reach the API, used in links',
    schema: url('http', 'https'),
  },
  webOrigin: {
    name: 'WEB_ORIGIN',
    description: 'Origin of the web application: the only one that CORS allows to send credentials',
    schema: url('http', 'https').optional(),
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
  awsEndpointUrl: {
    name: 'AWS_ENDPOINT_URL',
    description: 'Endpoint of an AWS emulator, used for every service',
    schema: url('http', 'https').optional(),
  },
  servicePrincipalArn: {
    name: 'SERVICE_PRINCIPAL_ARN',
    default: 'arn:aws:iam::999999999999:root',
    description: "ARN of the principal that customers' roles trust",
    schema: nonEmpty,
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
    description: 'smtp:// or smtps:// URL of the server that sends invitations',
    schema: url('smtp', 'smtps').optional(),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    default: 'inventory@localhost',
    description: 'Sender address of mails',
    schema: nonEmpty,
  },
  rateLimitSignup: {
    name: 'RATE_LIMIT_SIGNUP',
    default: '20',
    description: 'Signups per IP address and hour',
    schema: integer(1, 1_000_000),
  },
  rateLimitInvitation: {
    name: 'RATE_LIMIT_INVITATION',
    default: '100',
    description: 'Invitation requests per IP address in 15 minutes',
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
  exportStallSeconds: {
    name: 'EXPORT_STALL_SECONDS',
    default: '30',
    description:
      'Seconds that an export waits for a client that stops reading, before it closes the connection',
    schema: integer(1, 3600),
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    default: '25',
    description: 'Seconds for requests and activities to finish after SIGTERM',
    schema: integer(1, 600),
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
    description: 'URL of the GitHub API; of an Enterprise Server: https://<host>/api/v3',
    schema: url('http', 'https'),
  },
  gitlabAllowedNetworks: {
    name: 'GITLAB_ALLOWED_NETWORKS',
    default: '',
    description: 'Private networks that a GitLab base_url may reach, in CIDR notation, separated by commas',
    schema: list.refine((networks) => networks.every(isNetwork), 'must be networks in CIDR notation'),
  },
  scmReconcileMinutes: {
    name: 'SCM_RECONCILE_MINUTES',
    default: '15',
    description: 'Minutes between reconciliations of a source-control connection',
    schema: integer(1, 1440),
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

type Variables = typeof variables;

const rows: readonly (readonly [string, Variable])[] = Object.entries(variables);
const configuration = z.object(
  Object.fromEntries(rows.map(([key, { schema }]) => [key, schema])) as {
    [K in keyof Variables]: Variables[K]['schema'];
  },
);

/** The configuration of a process: the parsed values of all {@link variables}. */
export type Configuration = { readonly [K in keyof Variables]: z.output<Variables[K]['schema']> };

/** @throws Error that lists every invalid variable, without its value. */
export function readConfiguration(environment: Environment): Configuration {
  const parsed = configuration.safeParse(
    Object.fromEntries(rows.map(([key, variable]) => [key, textOf(variable, environment)])),
  );
  const problems = (parsed.error?.issues ?? []).flatMap(({ path: [key], message }) => {
    const { name, default: value, description }: Variable = variables[key as keyof Variables];
    // A derived default is invalid only when the variable that it follows from is.
    const derived = isUnset(environment[name]) && value?.includes('${') === true;
    return derived ? [] : [`${name}: ${message} (${description})`];
  });
  if (environment['NODE_ENV'] === 'production') problems.push(...defaultSecrets(environment));
  problems.push(...incompleteGithubApp(environment));
  if (parsed.data === undefined || problems.length > 0)
    throw new Error(`The configuration is invalid:\n  ${[...new Set(problems)].join('\n  ')}`);
  // zod declares the keys of optional values as optional; reading a missing key returns undefined.
  return parsed.data as Configuration;
}

function textOf(variable: Variable, environment: Environment): string | undefined {
  const given = environment[variable.name];
  if (!isUnset(given)) return given;
  return variable.default?.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const [, referenced] = rows.find(([, row]) => row.name === name) ?? [];
    return referenced === undefined ? '' : (textOf(referenced, environment) ?? '');
  });
}

function isUnset(given: string | undefined): given is undefined | '' {
  return given === undefined || given === '';
}

/** Returns a problem for each default secret, also for one of several keys: every key of a list is accepted. */
function defaultSecrets(environment: Environment): readonly string[] {
  return rows.flatMap(([, { name, default: value, secret }]) => {
    const given = environment[name] ?? '';
    const insecure = secret === true && value !== undefined && (given === '' || given.includes(value));
    return insecure ? [`${name}: the default is rejected in production`] : [];
  });
}

const githubAppVariables = [
  variables.githubAppId,
  variables.githubAppSlug,
  variables.githubPrivateKey,
  variables.githubWebhookSecret,
  variables.githubClientId,
  variables.githubClientSecret,
];

/** Returns a problem for each missing variable of a GitHub App that is configured in part. */
function incompleteGithubApp(environment: Environment): readonly string[] {
  const missing = githubAppVariables.filter(({ name }) => isUnset(environment[name]));
  if (missing.length === githubAppVariables.length) return [];
  return missing.map(({ name }) => `${name}: is required when another variable of the GitHub App is set`);
}

/** Returns the PEM of a key that is given with `\\n` in place of line breaks, or as base64 of the PEM. */
function pemOf(given: string): string {
  const unescaped = given.replaceAll(String.raw`\n`, '\n');
  return unescaped.includes('-----BEGIN') ? unescaped : Buffer.from(given, 'base64').toString('utf8');
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

function isNetwork(network: string): boolean {
  const [address = '', bits = '', ...rest] = network.split('/');
  const family = isIP(address);
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

function integer(minimum: number, maximum: number) {
  const message = `must be an integer from ${minimum} to ${maximum}`;
  return z.coerce.number(message).int(message).min(minimum, message).max(maximum, message);
}

function oneOf(...allowed: readonly string[]) {
  return z.enum(allowed, `must be one of ${allowed.join(', ')}`);
}

/** Removes a trailing slash, so that paths can be appended. */
function url(...protocols: readonly string[]) {
  const allowed = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return text
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL that starts with ${allowed}`,
    )
    .transform((value) => value.replace(/\/$/, ''));
}

function keys(valid: (secret: string) => boolean, secret: string) {
  const message = `each entry must be id:secret, with ${secret}`;
  const key = z.object({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, message),
    secret: z.string().refine(valid, message),
  });
  return list
    .transform((entries) =>
      entries.map((entry) => {
        const separator = entry.indexOf(':');
        return { id: entry.slice(0, separator), secret: entry.slice(separator + 1) };
      }),
    )
    .pipe(
      z
        .array(key)
        .min(1, 'must contain at least one key')
        .refine(
          (parsed) => new Set(parsed.map(({ id }) => id)).size === parsed.length,
          'key ids must differ',
        ),
    );
}

/** Everything the processes are told by their environment, read once and validated as a whole. */
export interface Configuration {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly workerMetricsPort: number;
  readonly temporalMetricsPort: number;
  readonly logLevel: string;
  readonly databaseUrl: string;
  readonly databaseAppUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  readonly taskQueuePrefix: string;
  readonly workerQueues: readonly string[];
  readonly publicUrl: string;
  readonly webOrigin: string | undefined;
  readonly trustedProxies: number;
  readonly jwtKeys: readonly SecretKey[];
  readonly encryptionKeys: readonly SecretKey[];
  readonly awsEndpointUrl: string | undefined;
  readonly servicePrincipalArn: string;
  readonly templateBaseUrl: string | undefined;
  readonly onboardingPollSeconds: number;
  readonly organizationSyncMinutes: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly rateLimitSignup: number;
  readonly rateLimitInvitation: number;
  readonly rateLimitWebhook: number;
  readonly revisionRetentionDays: number;
  readonly exportStallSeconds: number;
  readonly shutdownSeconds: number;
  readonly otlpEndpoint: string | undefined;
  readonly commit: string;
}

export interface SecretKey {
  readonly id: string;
  readonly secret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable<T> {
  readonly name: string;
  /** As a user would write it; absent when the variable is required or has none. */
  readonly default?: string;
  readonly description: string;
  /** Production refuses the default. */
  readonly secret?: boolean;
  readonly parse: (text: string) => T;
}

const developmentJwtKeys = 'development:insecure-development-secret-change-me';
const developmentEncryptionKeys = 'development:aW5zZWN1cmUtZGV2ZWxvcG1lbnQta2V5LTMyYnl0ZXM=';

/** One row per variable: the parser, `.env.example` and the README's table come from here. */
export const variables: {
  readonly [K in keyof Configuration]: Variable<Exclude<Configuration[K], undefined>>;
} = {
  production: {
    name: 'NODE_ENV',
    default: 'development',
    description: '`production` refuses default secrets and marks cookies Secure',
    parse: (text) => text === 'production',
  },
  host: { name: 'HOST', default: '127.0.0.1', description: 'Address the API listens on', parse: nonEmpty },
  port: { name: 'PORT', default: '8080', description: 'Port of the API', parse: portNumber },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '9464',
    description: "Port of the API's Prometheus metrics",
    parse: portNumber,
  },
  workerMetricsPort: {
    name: 'WORKER_METRICS_PORT',
    default: '9465',
    description: "Port of the worker's Prometheus metrics",
    parse: portNumber,
  },
  temporalMetricsPort: {
    name: 'TEMPORAL_METRICS_PORT',
    default: '9466',
    description: "Port of the Temporal SDK's Prometheus metrics",
    parse: portNumber,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    description: 'Lowest level that is logged',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description: 'Postgres 18 or newer, as the role that owns the schema',
    parse: urlWith('postgres:', 'postgresql:'),
  },
  databaseAppUrl: {
    name: 'DATABASE_APP_URL',
    description:
      'Postgres as the application role; without it DATABASE_URL is used with the role inventory_app',
    parse: urlWith('postgres:', 'postgresql:'),
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    default: '20',
    description: 'Connections per process',
    parse: integer(1, 500),
  },
  temporalAddress: {
    name: 'TEMPORAL_ADDRESS',
    default: '127.0.0.1:7233',
    description: 'host:port of the Temporal frontend',
    parse: nonEmpty,
  },
  temporalNamespace: {
    name: 'TEMPORAL_NAMESPACE',
    default: 'default',
    description: 'Temporal namespace',
    parse: nonEmpty,
  },
  taskQueuePrefix: {
    name: 'TASK_QUEUE_PREFIX',
    default: '',
    description: "Put before every task queue's name, so that installations can share a namespace",
    parse: (text) => text,
  },
  workerQueues: {
    name: 'WORKER_QUEUES',
    default: 'inventory,aws',
    description: 'Task queues this worker serves',
    parse: list,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    default: 'http://127.0.0.1:8080',
    description: 'The address clients use',
    parse: urlWith('http:', 'https:'),
  },
  webOrigin: {
    name: 'WEB_ORIGIN',
    description: 'The one origin that may call with credentials',
    parse: urlWith('http:', 'https:'),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '0',
    description: "Number of proxies in front of the API that are trusted to name the client's address",
    parse: integer(0, 10),
  },
  jwtKeys: {
    name: 'JWT_KEYS',
    default: developmentJwtKeys,
    secret: true,
    description: '`id:secret,...`; the first signs, all verify',
    parse: keys((secret) => secret.length >= 32, 'a secret of at least 32 characters'),
  },
  encryptionKeys: {
    name: 'ENCRYPTION_KEYS',
    default: developmentEncryptionKeys,
    secret: true,
    description: '`id:base64,...` of 32 bytes each; the first encrypts, all decrypt',
    parse: keys((secret) => Buffer.from(secret, 'base64').length === 32, '32 bytes in base64'),
  },
  awsEndpointUrl: {
    name: 'AWS_ENDPOINT_URL',
    description: 'An emulator that stands for every AWS service',
    parse: urlWith('http:', 'https:'),
  },
  servicePrincipalArn: {
    name: 'SERVICE_PRINCIPAL_ARN',
    default: 'arn:aws:iam::999999999999:root',
    description: "Principal of this service, trusted by customers' roles",
    parse: nonEmpty,
  },
  templateBaseUrl: {
    name: 'TEMPLATE_BASE_URL',
    description: 'https URL in S3 under which the role template is published, for quick-create links',
    parse: urlWith('https:'),
  },
  onboardingPollSeconds: {
    name: 'ONBOARDING_POLL_SECONDS',
    default: '10',
    description:
      'Seconds after which onboarding first looks again for a role that is not there; grows to 5 minutes',
    parse: integer(1, 300),
  },
  organizationSyncMinutes: {
    name: 'ORGANIZATION_SYNC_MINUTES',
    default: '1440',
    description: "Minutes after which an organization's directory is read again by itself",
    parse: integer(5, 43_200),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    description: 'smtp:// or smtps:// server that mails invitations',
    parse: urlWith('smtp:', 'smtps:'),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    default: 'inventory@localhost',
    description: 'Sender of mails',
    parse: nonEmpty,
  },
  rateLimitSignup: {
    name: 'RATE_LIMIT_SIGNUP',
    default: '20',
    description: 'Signups per address and hour',
    parse: integer(1, 1_000_000),
  },
  rateLimitInvitation: {
    name: 'RATE_LIMIT_INVITATION',
    default: '100',
    description: 'Invitation look-ups per address in 15 minutes',
    parse: integer(1, 1_000_000),
  },
  rateLimitWebhook: {
    name: 'RATE_LIMIT_WEBHOOK',
    default: '1200',
    description: 'Webhook deliveries per connection and minute',
    parse: integer(1, 1_000_000),
  },
  revisionRetentionDays: {
    name: 'REVISION_RETENTION_DAYS',
    default: '400',
    description: 'Days that revisions, changes and the past of the inventory are kept',
    parse: integer(1, 36_500),
  },
  exportStallSeconds: {
    name: 'EXPORT_STALL_SECONDS',
    default: '30',
    description: 'Seconds that an export waits for a client that does not read, before it ends',
    parse: integer(1, 3600),
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    default: '25',
    description: 'Seconds to drain after SIGTERM',
    parse: integer(1, 600),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'OpenTelemetry collector that traces are sent to (OTLP over HTTP)',
    parse: urlWith('http:', 'https:'),
  },
  commit: {
    name: 'COMMIT',
    default: 'unknown',
    description: 'Commit of the build, shown by GET /version',
    parse: nonEmpty,
  },
};

const required: readonly string[] = ['databaseUrl'];

/** @throws Error listing everything that is wrong, one line per variable. */
export function readConfiguration(environment: Environment): Configuration {
  const problems: string[] = [];
  const production = environment['NODE_ENV'] === 'production';
  const read = ([key, variable]: [string, Variable<unknown>]): [string, unknown] => {
    const given = environment[variable.name];
    const text = given === undefined || given === '' ? variable.default : given;
    if (text === undefined) {
      if (required.includes(key)) problems.push(`${variable.name}: is required (${variable.description})`);
      return [key, undefined];
    }
    // Also as one of several keys: whoever knows it could sign.
    if (production && variable.secret === true && text.includes(variable.default ?? text)) {
      problems.push(`${variable.name}: the default is refused in production (${variable.description})`);
    }
    try {
      return [key, variable.parse(text)];
    } catch (error) {
      problems.push(`${variable.name}: ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  };
  const values = Object.fromEntries(Object.entries<Variable<unknown>>(variables).map(read));
  if (problems.length > 0) throw new Error(`The configuration is wrong:\n  ${problems.join('\n  ')}`);
  return values as unknown as Configuration;
}

function nonEmpty(text: string): string {
  if (text.trim() === '') throw new Error('must not be empty');
  return text;
}

function integer(minimum: number, maximum: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < minimum || value > maximum) {
      throw new Error(`must be an integer from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

function portNumber(text: string): number {
  return integer(0, 65_535)(text);
}

function oneOf(...allowed: readonly string[]) {
  return (text: string): string => {
    if (!allowed.includes(text)) throw new Error(`must be one of ${allowed.join(', ')}`);
    return text;
  };
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function urlWith(...protocols: readonly string[]) {
  return (text: string): string => {
    if (!URL.canParse(text)) throw new Error('must be a URL');
    if (!protocols.includes(new URL(text).protocol))
      throw new Error(`must start with ${protocols.join(' or ')}`);
    return text.replace(/\/$/, '');
  };
}

function keys(valid: (secret: string) => boolean, what: string) {
  return (text: string): readonly SecretKey[] => {
    const parsed = list(text).map((entry) => {
      const at = entry.indexOf(':');
      return { id: entry.slice(0, at), secret: entry.slice(at + 1) };
    });
    if (parsed.length === 0) throw new Error('needs at least one key');
    for (const key of parsed) {
      if (!/^[A-Za-z0-9_-]{1,40}$/.test(key.id) || !valid(key.secret))
        throw new Error(`each entry is id:${what}`);
    }
    if (new Set(parsed.map((key) => key.id)).size !== parsed.length) throw new Error('key ids must differ');
    return parsed;
  };
}

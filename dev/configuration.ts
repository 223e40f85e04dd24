import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The configuration of the embedded stack. No other file of dev/ reads the environment. runtime/configuration.ts is the
 * configuration of the product.
 */
export const devConfiguration = {
  ports: {
    api: port('PORT', 8080),
    postgres: port('POSTGRES_PORT', 54329),
    temporal: port('TEMPORAL_PORT', 7233),
    temporalUi: port('TEMPORAL_UI_PORT', 8233),
    /** Port of the AWS emulator proxy. moto listens on the next port. */
    awsEmulator: port('AWS_EMULATOR_PORT', 5566),
    /** Ports of the Prometheus metrics of the API, the worker and the Temporal SDK. */
    metrics: port('METRICS_PORT', 9464),
    workerMetrics: port('WORKER_METRICS_PORT', 9465),
    temporalSdkMetrics: port('TEMPORAL_METRICS_PORT', 9466),
    /** Ports of the servers of the demo. The address of a GitLab connection contains its port. */
    githubServer: port('GITHUB_SERVER_PORT', 8090),
    gitlabServer: port('GITLAB_SERVER_PORT', 8091),
    identityProvider: port('IDENTITY_PROVIDER_PORT', 8092),
  },
  /** Running services to use instead of embedded ones. */
  given: {
    databaseUrl: text('DATABASE_URL'),
    temporalAddress: text('TEMPORAL_ADDRESS'),
    awsEndpointUrl: text('AWS_ENDPOINT_URL'),
  },
  /** Running services to use for the tests. */
  givenForTests: {
    databaseUrl: text('TEST_DATABASE_URL'),
    temporalAddress: text('TEST_TEMPORAL_ADDRESS'),
    awsEndpointUrl: text('TEST_AWS_ENDPOINT_URL'),
  },
  /** Cache of downloads and builds, shared by all clones of a user. */
  cacheFolder: path.join(text('XDG_CACHE_HOME') ?? path.join(os.homedir(), '.cache'), 'cloud-inventory'),
  /** Folder of the certificate authority of the GitLab server, whose certificate its clients trust. */
  certificateFolder: path.join(projectFolder, '.data', 'certificates'),
  /** The folder of package.json. */
  projectFolder,
  searchPath: (text('PATH') ?? '').split(path.delimiter).filter((folder) => folder !== ''),
  /** Folder of the data of Postgres and Temporal, and of the logs. */
  dataFolder: text('DATA_FOLDER') ?? path.join(projectFolder, '.data'),
  /** The environment for child processes. */
  environment: process.env as Readonly<Record<string, string | undefined>>,
};

function text(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
}

function port(name: string, fallback: number): number {
  const value = text(name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new Error(`${name} must be a port number between 0 and 65535, not "${value}".`);
  }
  return number;
}

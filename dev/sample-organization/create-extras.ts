import { createAwsClients } from '../../clients/aws/aws-clients.ts';
import { first } from '../../domain/discovery/path.ts';
import { toJson } from '../../domain/discovery/to-json.ts';
import { FIXTURES } from '../../test/activities/discovery/fixtures/index.ts';
import type { EmulatedAccount } from '../../test/activities/discovery/support/emulated-account.ts';

/** The account and region for the extras. */
const target = { name: 'sandbox', region: 'eu-west-1' };

/** Parameter that marks the extras as created. Without it, a second run would create resources without a name again. */
const marker = '/sample-organization/extras';

const exists = /Already|Exist|Duplicate|InUse/i;

/** Creates one resource of every type that the emulator supports, once, from the fixtures of the collector tests. */
export async function createExtras(options: {
  readonly endpoint: string;
  readonly account: string;
  readonly name: string;
  readonly region: string;
}): Promise<void> {
  const { endpoint, account, name, region } = options;
  if (name !== target.name || region !== target.region) return;
  const credentials = { accessKeyId: `root-${account}`, secretAccessKey: 'root' };
  const clients = createAwsClients({ endpoint, credentials });
  const emulated = asEmulatedAccount(clients.own(), account, region);
  const { Parameters = [] } = (await emulated.call('ssm', 'DescribeParameters', {
    ParameterFilters: [{ Key: 'Name', Values: [marker] }],
  })) as { Parameters?: readonly unknown[] };
  if (Parameters.length > 0) return clients.close();
  await withoutWarnings(async () => {
    for (const [type, fixture] of Object.entries(FIXTURES)) {
      if (!('make' in fixture)) continue;
      await fixture.make(emulated).catch((error: unknown) => {
        // Some have the same name as a resource of a stack: then a resource of the type exists already.
        if (!(error instanceof Error && exists.test(`${error.name} ${error.message}`)))
          throw new Error(`${type}: ${error instanceof Error ? error.message : ''}`, { cause: error });
      });
    }
  });
  await emulated.call('ssm', 'PutParameter', { Name: marker, Type: 'String', Value: 'made' });
  clients.close();
}

/** Suppresses warnings of the SDK about dates that the emulator returns as text. */
async function withoutWarnings(work: () => Promise<void>): Promise<void> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    await work();
  } finally {
    console.warn = warn;
  }
}

function asEmulatedAccount(
  owner: EmulatedAccount['product'],
  awsAccountNumber: string,
  home: string,
): EmulatedAccount {
  const made = new Map<string, Promise<unknown>>();
  const call: EmulatedAccount['call'] = (client, operation, input = {}, region = home) =>
    owner.call({ client, operation, input, region });
  return {
    awsAccountNumber,
    region: home,
    product: owner,
    call,
    async text(client, operation, input, path) {
      const value = first(toJson(await call(client, operation, input)), path);
      if (typeof value !== 'string') throw new Error(`${operation} returned no ${path}`);
      return value;
    },
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known as Promise<T>;
    },
  };
}

import { createAwsClients } from '../../clients/aws/aws-clients.ts';
import { first } from '../../domain/discovery/path.ts';
import { toJson } from '../../domain/discovery/to-json.ts';
import { FIXTURES } from '../../test/activities/discovery/fixtures/index.ts';
import type { EmulatedAccount } from '../../test/activities/discovery/support/emulated-account.ts';

/** The account that has one of everything the emulator can make, and where. */
const everything = { name: 'sandbox', region: 'eu-west-1' };

/** Says that the extras are there: most of them have no name that would keep a second run from making them again. */
const marker = '/sample-organization/extras';

const exists = /Already|Exist|Duplicate|InUse/i;

/** One resource of every type, in the sandbox, once: the same ones that prove the collectors. */
export async function createExtras(options: {
  readonly endpoint: string;
  readonly account: string;
  readonly name: string;
  readonly region: string;
}): Promise<void> {
  const { endpoint, account, name, region } = options;
  if (name !== everything.name || region !== everything.region) return;
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
        // Some share a name with what the stacks made before; one of the type is there then.
        if (!(error instanceof Error && exists.test(`${error.name} ${error.message}`)))
          throw new Error(`${type}: ${error instanceof Error ? error.message : ''}`, { cause: error });
      });
    }
  });
  await emulated.call('ssm', 'PutParameter', { Name: marker, Type: 'String', Value: 'made' });
  clients.close();
}

/** The emulator answers some dates as texts, of which the SDK warns at length. */
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
      if (typeof value !== 'string') throw new Error(`${operation} answered without ${path}`);
      return value;
    },
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known as Promise<T>;
    },
  };
}

import { createAwsClients } from '../../clients/aws/aws-clients.ts';
import { createEmulatedAccount, REGION } from '../resource-fixtures/emulated-account.ts';
import { FIXTURES } from '../resource-fixtures/index.ts';

/** The account and region for the extras. */
const target = { name: 'sandbox', region: REGION };

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
  const emulated = createEmulatedAccount(clients.own(), account);
  const { Parameters = [] } = (await emulated.call('ssm', 'DescribeParameters', {
    ParameterFilters: [{ Key: 'Name', Values: [marker] }],
  })) as { Parameters?: readonly unknown[] };
  if (Parameters.length > 0) return clients.close();
  await withoutWarnings(async () => {
    for (const [type, fixture] of Object.entries(FIXTURES)) {
      if (!('create' in fixture)) continue;
      await fixture.create(emulated).catch((error: unknown) => {
        // A stack has created a resource with the same name, and therefore of the same type.
        if (!(error instanceof Error && exists.test(`${error.name} ${error.message}`)))
          throw new Error(`${type}: ${error instanceof Error ? error.message : ''}`, { cause: error });
      });
    }
  });
  await emulated.call('ssm', 'PutParameter', { Name: marker, Type: 'String', Value: 'created' });
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

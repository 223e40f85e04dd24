import { dataOf } from '../../api-client/create-typed-client.ts';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { connectSample, onboard } from '../demo/connect-sample.ts';
import { scanAll } from '../demo/run-scan.ts';
import { signUpOrLogIn } from '../demo/sign-in.ts';
import { waitFor } from '../demo/wait-for.ts';
import { startProduct } from '../processes/start-product.ts';
import type { RunningProduct } from '../processes/start-product.ts';
import { createSampleOrganization } from '../sample-organization/create-sample-organization.ts';
import { startStack } from '../stack/start-stack.ts';

/** Starts the product on a stack of its own, and scans the sample organization. The login is `demoLogin`. */
export async function startApiWithInventory(report: (line: string) => void): Promise<RunningProduct> {
  const started = new Date();
  const stack = await startStack({ ephemeral: true, report });
  let product: RunningProduct | undefined;
  const stop = async () => {
    await product?.stop();
    await stack.stop();
  };
  try {
    const [organization] = await Promise.all([
      createSampleOrganization({
        endpoint: stack.awsEndpointUrl,
        managementAccountNumber: '100000000001',
        seed: 42,
      }),
      migrateDatabase(stack.databaseUrl),
    ]);
    product = await startProduct(stack, { report });
    const client = await signUpOrLogIn(product.url);
    const sample = await connectSample(client, stack, organization, report);
    await onboard(client, sample, report);
    await scanAll(client, sample.connectionId, started, report);
    const query = { status: ['queued' as const, 'running' as const], limit: 1 };
    await waitFor('the runs after the scan', async () => {
      const { items } = await dataOf(client.GET('/api/v1/runs', { params: { query } }));
      return items.length === 0 ? true : undefined;
    });
    return { url: product.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

import { demoEnvironment } from '../../../dev/demo/demo-environment.ts';
import { runDemo } from '../../../dev/demo/run-demo.ts';
import { createSampleOrganization } from '../../../dev/sample-organization/create-sample-organization.ts';
import { startSampleSourceControl } from '../../../dev/sample-source-control/start-sample-source-control.ts';
import type { BenchContext } from '../bench.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';

const managementAccountNumber = '100000000001';

/** Starts an API and a worker, runs the demo, and stops them after `use`, which gets the origin of the API. */
export async function withDemoOrganization<T>(
  context: BenchContext,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const { awsEndpointUrl, temporalAddress, databaseUrl, say } = context;
  say('creating the sample organization');
  const organization = await createSampleOrganization({
    endpoint: awsEndpointUrl,
    managementAccountNumber,
    seed: 42,
  });
  const sourceControl = await startSampleSourceControl({ accounts: organization.accounts });
  const environment = {
    ...context.environment,
    ...demoEnvironment,
    ...sourceControl.environment,
    NODE_ENV: 'development',
  };
  const api = await startApiProcess(environment);
  const worker = await startWorkerProcess(environment);
  try {
    say('running the demo');
    const stack = {
      databaseUrl,
      temporalAddress,
      awsEndpointUrl,
      temporalUiUrl: undefined,
      awsEnvironment: {},
      stop: () => Promise.resolve(),
    };
    await runDemo({ url: api.url, stack, organization, sourceControl, say: () => undefined });
    return await use(api.url);
  } finally {
    await worker.stop();
    await api.stop();
    await sourceControl.close();
  }
}

import type { BenchContext, Figure } from '../bench.ts';
import { createAccount, fillPlain, inLanes, plainTypes } from '../scan/estate.ts';
import { startApiProcess, startMeasuredProcess, startWorkerProcess } from '../scan/processes.ts';
import type { MeasuredProcess } from '../scan/processes.ts';
import { openProduct } from '../scan/product.ts';
import { limitProcessor } from '../support/limit-processor.ts';

const accountCount = 40;
const resourcesOfAccount = 200;
const regions = ['eu-west-1'] as const;
const coresOfWorker = 0.5;
const wantedRatio = 1.7;

type Figures = Readonly<Record<string, Figure>>;

/**
 * Measures a scan of forty accounts with one worker and with two, which read the same answers from a process of its own. Each
 * worker has half a core; without that limit, the processor of this machine and not the product bounds two workers.
 */
export async function measureWorkers(context: BenchContext): Promise<Figures> {
  const canned = await startMeasuredProcess(
    'test/bench/fleet/canned-answers.ts',
    { ANSWERS_OF: context.awsEndpointUrl },
    'PORT',
    '/ready',
  );
  const environment = {
    ...context.environment,
    AWS_ENDPOINT_URL: canned.url,
    NODE_ENV: 'development',
    QUOTA_FACTOR: '1000',
    TASK_QUEUE_PREFIX: `workers-${process.pid}-`,
  };
  const api = await startApiProcess(environment);
  const product = await openProduct(api.url, context.databaseUrl);
  try {
    const accounts = await makeAccounts(context);
    await product.owner.query('update aws_accounts set included = false');
    for (const account of accounts) await product.connect(account, regions);
    const scan = async (workers: number, cores: number | undefined): Promise<number | undefined> => {
      const started: MeasuredProcess[] = [];
      const endings: (() => void)[] = [];
      try {
        for (let count = 0; count < workers; count += 1) started.push(await startWorkerProcess(environment));
        for (const { pid } of cores === undefined ? [] : started) {
          const end = limitProcessor(pid, cores ?? 1);
          if (end === undefined) return undefined;
          endings.push(end);
        }
        const done = await product.scan({ resource_types: [...plainTypes] });
        context.say(
          `${workers} workers of ${cores ?? 'unlimited'} cores: ${done.counts.seen} resources in ${done.seconds.toFixed(1)} s`,
        );
        return done.seconds;
      } finally {
        for (const worker of started) await worker.stop();
        for (const end of endings) end();
      }
    };
    // Keeps the answers, and stores the resources: the measured scans find them unchanged.
    await scan(1, undefined);
    return {
      ...ratioOf('two_workers', await scan(1, coresOfWorker), await scan(2, coresOfWorker), wantedRatio),
      ...ratioOf('two_workers_unlimited', await scan(1, undefined), await scan(2, undefined)),
    };
  } finally {
    await product.close();
    await api.stop();
    await canned.stop();
  }
}

async function makeAccounts({ awsEndpointUrl, say }: BenchContext) {
  say(`filling ${accountCount} accounts`);
  const accounts: Awaited<ReturnType<typeof createAccount>>[] = [];
  const jobs = Array.from({ length: accountCount }, () => async () => {
    const account = await createAccount(awsEndpointUrl);
    await fillPlain(awsEndpointUrl, account, resourcesOfAccount);
    accounts.push(account);
  });
  await inLanes(jobs, 4);
  return accounts;
}

function ratioOf(name: string, one: number | undefined, two: number | undefined, target?: number): Figures {
  // Without control groups the limited figure is missing, and so not met.
  if (one === undefined || two === undefined)
    return {
      [name]: { value: 0, unit: 'not measured: no control group', target: `>= ${target}`, ok: false },
    };
  const ratio = one / two;
  return {
    [name]: {
      value: ratio,
      unit: 'of the speed of one worker',
      ...(target === undefined ? {} : { target: `>= ${target}` }),
      ok: target === undefined || ratio >= target,
    },
  };
}

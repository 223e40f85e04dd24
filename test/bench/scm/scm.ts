import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { Bench } from '../bench.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';
import { measureDeliveries } from './measure-deliveries.ts';
import { measureDetection } from './measure-detection.ts';
import { measurePacking } from './measure-packing.ts';
import { measureScan } from './measure-scan.ts';
import { openScmProduct } from './scm-product.ts';

/** Measures source control against the local GitHub server, which runs in this process, with one API and one worker. */
export const scm: Bench = {
  name: 'scm',
  summary: 'scan of 10,000 files with 500 projects, one-file push, 1,000 deliveries, detection',
  async run(context) {
    const detection = { ...(await measureDetection()), ...(await measurePacking()) };
    const github = await startGithubServer();
    const environment = {
      ...context.environment,
      NODE_ENV: 'development',
      TASK_QUEUE_PREFIX: `scm-${Date.now()}-`,
      GITHUB_APP_ID: github.app.appId,
      GITHUB_APP_SLUG: github.app.slug,
      GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
      GITHUB_WEBHOOK_SECRET: github.app.webhookSecret,
      GITHUB_CLIENT_ID: github.app.clientId,
      GITHUB_CLIENT_SECRET: github.app.clientSecret,
      GITHUB_API_URL: github.app.apiUrl,
    };
    const api = await startApiProcess(environment);
    const worker = await startWorkerProcess(environment);
    const product = await openScmProduct(context, api.url, github);
    try {
      return {
        ...detection,
        ...(await measureScan(context, product, worker)),
        ...(await measureDeliveries(context, product, { api, worker })),
      };
    } finally {
      await product.close();
      await Promise.all([api.stop(), worker.stop()]);
      await github.close();
    }
  },
};

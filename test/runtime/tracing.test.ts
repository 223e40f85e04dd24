import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { startWorkerProcess } from '../faults/support/worker-process.ts';
import { startScanFixture } from '../support/discovery/scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess } from '../support/start-process.ts';
import { createClient } from '../support/test-api.ts';

interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

/** Starts an OpenTelemetry collector that accepts spans as JSON. */
async function startCollector() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): Span[] =>
      received.flatMap((body) =>
        (JSON.parse(body) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) => {
          const named = resource.attributes.find(({ key }) => key === 'service.name');
          const service = named?.value.stringValue ?? '';
          return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
        }),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('traces a scan from the request through workflows to AWS and Postgres, without secrets', async (t) => {
  const collector = await startCollector();
  const fixture = await startScanFixture({ worker: false });
  const { configuration } = fixture.api;
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: '200' };
  const worker = startWorkerProcess(configuration, { ...process.env, ...traced });
  const api = await startProcess(
    'api/main.ts',
    {
      ...traced,
      DATABASE_URL: configuration.databaseUrl,
      TEMPORAL_ADDRESS: configuration.temporalAddress,
      TASK_QUEUE_PREFIX: configuration.taskQueuePrefix,
    },
    '/api/v1/healthz',
  );
  try {
    const account = await fixture.connectAccount();
    await account.call('sqs', 'CreateQueue', { QueueName: 'queue' });
    const token = String(fixture.tokens['access_token']);
    const traceId = randomBytes(16).toString('hex');
    const answer = await createClient(api.url, token).request<{ id: string }>('POST', '/scans', {
      body: { aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] },
      headers: { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` },
    });
    t.is(answer.status, 202);
    t.is((await fixture.waitForScan(answer.body.id)).status, 'succeeded');

    const ours = () => collector.spans().filter((span) => span.traceId === traceId);
    const find = (service: string, name: string) =>
      ours().find((span) => span.service === `cloud-inventory-${service}` && span.name === name);
    const listing = () => find('worker', 'sqs/ListQueues');
    const activity = () => ours().find(({ spanId }) => spanId === listing()?.parentSpanId);
    // Each process exports its spans in batches, a parent after its children.
    await eventually('the trace to end', async () =>
      [
        find('worker', 'RunWorkflow:scan'),
        activity(),
        find('worker', 'transaction'),
        find('api', 'transaction'),
        find('api', 'POST /scans'),
      ].every((span) => span !== undefined),
    );
    const request = find('api', 'POST /scans');
    const started = find('api', 'StartWorkflow:scan');
    t.is(started?.parentSpanId, request?.spanId);
    t.is(find('worker', 'RunWorkflow:scan')?.parentSpanId, started?.spanId);
    t.regex(activity()?.name ?? '', /^RunActivity:/);

    const text = collector.received.join('');
    for (const secret of [token, `external-id-of-this-connection-${account.awsAccountNumber}`])
      t.false(text.includes(secret));
  } finally {
    await api.stop();
    await worker.kill();
    await fixture.close();
    await collector.close();
  }
});

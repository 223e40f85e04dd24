import { randomInt } from 'node:crypto';
import test from 'ava';
import { updateConsole } from '../../dev/console/console-build.ts';
import { demoEnvironment } from '../../dev/demo/demo-environment.ts';
import { runDemo } from '../../dev/demo/run-demo.ts';
import { createTypedClient, dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { connectSourceControl } from '../../dev/demo/connect-source-control.ts';
import { showProjects, showPullRequests } from '../../dev/demo/show-source-control.ts';
import { openPullRequests } from '../../dev/sample-source-control/open-pull-requests.ts';
import { startSampleSourceControl } from '../../dev/sample-source-control/start-sample-source-control.ts';
import type { SampleSourceControl } from '../../dev/sample-source-control/start-sample-source-control.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { createSampleOrganization } from '../../dev/sample-organization/create-sample-organization.ts';
import { maintenanceSchedules } from '../../domain/runs/maintenance-schedules.ts';
import { ensureSchedules } from '../../worker/ensure-schedules.ts';
import { randomAwsAccountNumber } from '../support/aws-emulator-proxy.ts';
import { newPerson, startConsoleBrowser } from '../support/console/console-browser.ts';
import { connectInConsole, endOnboarding, walkSample } from '../support/console/sample-journey.ts';
import { assertAnswers } from '../support/demo/assert-answers.ts';
import { assertOwnership } from '../support/demo/assert-ownership.ts';
import { countedTypes, countEverywhere } from '../support/demo/count-everywhere.ts';
import { rowsAfter } from '../support/demo/rows-after.ts';
import { trustedAuthority } from '../support/scm/use-gitlab-server.ts';
import { isOfTemporalSdk, missingInScrape } from '../support/monitoring/monitoring-queries.ts';
import { measureRecall } from '../support/graph/measure-recall.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startTestApi } from '../support/test-api.ts';
import { testStack } from '../support/stack.ts';
import { createTestDatabase } from '../support/test-database.ts';

test('prints the resource counts of AWS, the projects of its repositories and the owners in the demo', async (t) => {
  t.timeout(900_000);
  const { awsEndpointUrl } = testStack();
  const organization = await createSampleOrganization({
    endpoint: awsEndpointUrl,
    managementAccountNumber: randomAwsAccountNumber(),
    seed: randomInt(1, 1_000_000_000),
  });
  const sourceControl = await startSampleSourceControl({
    accounts: organization.accounts,
    authority: await trustedAuthority(),
  });
  t.teardown(() => sourceControl.close());
  const api = await startTestApi({ ...demoEnvironment, ...sourceControl.environment });
  t.teardown(() => api.close());
  const worker = await api.startWorker();
  // A worker process starts all Schedules; the demo needs this one.
  const pollSchedules = maintenanceSchedules.filter(({ workflowType }) => workflowType === 'pollChanges');
  await ensureSchedules(worker.dependencies, pollSchedules);
  t.teardown(() => ensureSchedules(worker.dependencies, []));
  const lines: string[] = [];
  const stack = {
    ...testStack(),
    temporalUiUrl: undefined,
    awsEnvironment: {},
    stop: () => Promise.resolve(),
  };
  const say = (text: string) => lines.push(...text.split('\n'));
  await updateConsole();
  const browser = await startConsoleBrowser();
  t.teardown(() => browser.close());
  const person = await newPerson(browser, api.url);
  await connectInConsole(person, organization.managementAccountNumber);
  await runDemo({ url: api.url, stack, organization, sourceControl, say });

  const accounts = lines.filter((line) => /^\d{12} /.test(line));
  t.deepEqual(
    accounts.map((line) => line.split(/\s{2,}/)[2] ?? '').toSorted(),
    organization.accounts.map(({ ouPath }) => ouPath).toSorted(),
  );
  t.true(accounts.every((line) => line.includes(' connected ')));
  const cells = await queryAsOwner<{ resource_type: string; outcome: string; error: string }>(
    api.database.url,
    "select distinct resource_type, outcome, error from coverage_cells where outcome in ('denied', 'error', 'throttled')",
  );
  t.deepEqual(cells, [], 'no type is denied that the role was never given, and none fails');
  t.true(
    lines.some((line) => /^Scan succeeded .* 0 failed$/.test(line)),
    lines.find((line) => line.startsWith('Scan')),
  );

  const printed = new Map(
    lines.flatMap((line): readonly (readonly [string, number])[] => {
      const [, type = '', number = ''] = /^(AWS::\S+) +(\d+)$/.exec(line) ?? [];
      return type === '' ? [] : [[type, Number(number)]];
    }),
  );
  const compared = countedTypes.filter((type) => printed.has(type));
  t.true(compared.length >= 8, compared.join(' '));
  for (const type of compared) {
    // The demo creates one more queue after it has printed the counts.
    const later = type === 'AWS::SQS::Queue' ? 1 : 0;
    t.is(printed.get(type), (await countEverywhere(organization, type)) - later, type);
  }
  t.true(
    lines.some((line) =>
      /^In the inventory \d+ s later, .* trigger event of .*AWS::SQS::Queue.* in eu-west-1$/.test(line),
    ),
    lines.find((line) => line.startsWith('In the inventory')),
  );
  t.true(lines.some((line) => /^orders-production +updated +replace .*VisibilityTimeout/.test(line)));
  const [now, then] = /^Queues now: (\d+); as of .*: (\d+)$/
    .exec(lines.find((line) => line.startsWith('Queues now')) ?? '')
    ?.slice(1)
    .map(Number) ?? [0, 0];
  t.is(now, (printed.get('AWS::SQS::Queue') ?? NaN) + 1);
  t.is(then, (now ?? 0) - 1);

  t.deepEqual(rowsAfter(lines, '17 IaC projects in 2 repositories'), [
    ['sample-company/data/platform', 'alerts', 'cdk', 'stack'],
    ['sample-company/data/platform', 'kubernetes/base', 'kustomize', 'module'],
    ['sample-company/data/platform', 'kubernetes/overlays/production', 'kustomize', 'stack', 'production'],
    ['sample-company/data/platform', 'kubernetes/overlays/staging', 'kustomize', 'stack', 'staging'],
    ['sample-company/data/platform', 'live/production/network', 'terragrunt', 'root', 's3', 'production'],
    ['sample-company/data/platform', 'live/production/warehouse', 'terragrunt', 'root', 's3', 'production'],
    ['sample-company/data/platform', 'live/staging/network', 'terragrunt', 'root', 's3', 'staging'],
    ['sample-company/data/platform', 'live/staging/warehouse', 'terragrunt', 'root', 's3', 'staging'],
    ['sample-company/data/platform', 'modules/network', 'terraform', 'module'],
    ['sample-company/data/platform', 'modules/warehouse', 'terraform', 'module'],
    ['sample-company/infrastructure', 'charts/orders', 'helm', 'chart', 'production'],
    ['sample-company/infrastructure', 'cloudformation/access.yaml', 'cloudformation', 'stack'],
    ['sample-company/infrastructure', 'cloudformation/state-bucket.yaml', 'cloudformation', 'stack'],
    ['sample-company/infrastructure', 'terraform/modules/network', 'terraform', 'module'],
    ['sample-company/infrastructure', 'terraform/modules/service', 'terraform', 'module'],
    ['sample-company/infrastructure', 'terraform/shop/production', 'terraform', 'root', 's3', 'production'],
    ['sample-company/infrastructure', 'terraform/shop/staging', 'terraform', 'root', 's3', 'staging'],
  ]);
  t.deepEqual(rowsAfter(lines, 'Open pull requests'), [
    ['sample-company/data/platform', '#1', 'Update the ingress to 3.3', 'kubernetes/base'],
    ['kubernetes/overlays/production'],
    ['kubernetes/overlays/staging'],
    [
      'sample-company/infrastructure',
      '#1',
      'Encrypt the queues of all services',
      'terraform/modules/service',
    ],
    ['terraform/shop/production'],
    ['terraform/shop/staging'],
  ]);
  assertOwnership(t, lines, organization);
  const recall = await measureRecall((text, values) => queryAsOwner(api.database.url, text, values));
  t.log(`${recall.joined} of ${recall.named} identifiers have a relationship; the others:`, ...recall.misses);
  t.true(recall.named >= 100, `${recall.named} pairs`);
  t.true(recall.joined >= 0.98 * recall.named, recall.misses.join('\n'));
  t.deepEqual(recall.wrong, []);
  const groups = rowsAfter(lines, 'By application, team and environment').map((cells) => cells.join(' '));
  // The resources that fail, and all that are touched.
  for (const row of [
    'application payments 1 1 orders-production ← charge-orders-production',
    'team Shop 1 2 orders-production ← ship-orders-production',
  ])
    t.true(groups.includes(row), groups.join('\n'));
  t.true(lines.some((line) => /^ {2}n\d+ -->\|triggers\| n\d+$/.test(line)));
  const exposed = rowsAfter(lines, lines.find((line) => line.startsWith('What is exposed (')) ?? '');
  t.true(
    exposed.some(
      ([name, type, kind, state]) =>
        [name, type, kind, state].join(' ') === 'shop AWS::ApiGateway::RestApi endpoint exposed',
    ),
    exposed.join('\n'),
  );
  t.deepEqual(
    rowsAfter(lines, 'Who can assume role shop-production-service').map((cells) => cells.slice(0, 3)),
    [['lambda.amazonaws.com', 'service', 'allowed']],
  );
  t.deepEqual(
    rowsAfter(lines, 'Who can receive messages of queue orders-production').map((cells) => cells.slice(0, 3)),
    [['shop-production-service', 'AWS::IAM::Role', 'allowed']],
  );
  const impact = new Map(
    rowsAfter(lines, 'Impact of the plan').map(([label = '', text = '']) => [label, text]),
  );
  t.deepEqual([impact.get('updates'), impact.get('resources of the inventory')], ['1', '1']);
  t.deepEqual([impact.get('deletes'), impact.get('not mapped')], ['1', '1']);
  t.deepEqual([impact.get('applications'), impact.get('teams')], ['orders (1)', 'Shop (1)']);
  t.is(impact.get('environments'), 'Production (1)');
  t.deepEqual(rowsAfter(lines, 'Risks of the plan'), [
    ['high', 'holds_data', 'aws_sqs_queue.archive', 'deleted: holds messages'],
  ]);
  const [explained] = rowsAfter(lines, 'Explained changes');
  t.deepEqual(
    [explained?.[0], explained?.[1], ...(explained ?? []).slice(4)],
    [
      'orders-production',
      '/configuration/Attributes/VisibilityTimeout',
      'execution',
      'high',
      'module.service["orders"].aws_sqs_queue.this',
    ],
  );
  t.deepEqual(
    rowsAfter(lines, 'Drift').map(([queue, address, attribute]) => [queue, address, attribute]),
    ['visibility_timeout_seconds', 'tags.Backup'].map((attribute) => [
      'orders-production',
      'module.service["orders"].aws_sqs_queue.this',
      attribute,
    ]),
  );
  t.true(rowsAfter(lines, 'Drift').every((cells) => cells.at(-1)?.startsWith('arn:aws')));
  const drift = new Map(
    rowsAfter(lines, 'Resources by drift').map(([outcome = '', count = '']) => [outcome, count]),
  );
  t.deepEqual([drift.get('drifted'), drift.get('muted')], ['0', '1']);
  assertAnswers(t, lines, printed.get('AWS::SQS::Queue') ?? 0);
  await endOnboarding(t, person);
  await walkSample(t, person, api.url);

  // AWS throttles nothing here.
  worker.dependencies.scanMetrics.callThrottled('ec2');
  const scrapes = [api.metricsPort, worker.metricsPort].map(async (port) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
  );
  const isOfProcess = (metric: string) => metric !== 'up' && !isOfTemporalSdk(metric);
  t.deepEqual(
    missingInScrape((await Promise.all(scrapes)).join('\n'), isOfProcess),
    [],
    'the API and the worker export every metric and label of the dashboard and the alerts',
  );
});

test('a second demo resumes the connections of the first with new servers', async (t) => {
  t.timeout(300_000);
  const say = () => undefined;
  const accounts = [{ id: '123456789012', name: 'shop-production', ouPath: '/Root' }];
  const [gitlabPort, firstId] = [await freePort(), randomInt(1_000_000_000, 2_000_000_000)];
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const start = async () => {
    const authority = await trustedAuthority();
    const sourceControl = await startSampleSourceControl({
      accounts,
      authority,
      gitlabPort,
      github: { firstId },
    });
    const api = await startTestApi(sourceControl.environment, { database });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= api.close().then(() => sourceControl.close()));
    t.teardown(close);
    await api.startWorker();
    return { api, sourceControl, close };
  };
  const run = async (url: string, client: TypedClient, sourceControl: SampleSourceControl) => {
    const repositories = await connectSourceControl(client, url, sourceControl, say);
    const projects = await showProjects(client, repositories, say);
    await openPullRequests(sourceControl);
    await showPullRequests(client, repositories, projects, say);
    const requests = await dataOf(client.GET('/api/v1/pull-requests'));
    const connections = await dataOf(client.GET('/api/v1/scm/connections'));
    return {
      connections: connections.items.map(({ id }) => id),
      // A sync can be running.
      statuses: connections.items.map(({ status }) => (status === 'syncing' ? 'active' : status)),
      repositories: repositories.map(({ id, last_scanned_commit_sha: sha }) => [id, sha]),
      projects: projects.map(({ id, status }) => [id, status]),
      requests: requests.items
        .map(({ id, head_sha: sha, iac_project_ids: ids }) => [id, sha, ...ids].join(' '))
        .toSorted((one, other) => one.localeCompare(other)),
    };
  };
  const first = await start();
  const { tokens } = await first.api.signUp();
  const client = createTypedClient(first.api.url, tokens.access_token);
  const before = await run(first.api.url, client, first.sourceControl);
  await first.close();

  const second = await start();
  const resumed = createTypedClient(second.api.url, tokens.access_token);
  t.deepEqual(await run(second.api.url, resumed, second.sourceControl), before);
  t.deepEqual(before.statuses, ['active', 'active']);
  t.is(before.requests.length, 2);
});

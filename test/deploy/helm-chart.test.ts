import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { parse, parseAllDocuments } from 'yaml';
import {
  findDeployTool,
  findKubernetesSchemas,
  kubernetesSchemas,
} from '../../dev/deploy-tools/deploy-tools.ts';
import { nodeOptionsOf } from '../../dev/processes/node-options.ts';
import { taskQueues } from '../../domain/runs/run-kinds.ts';
import { variables } from '../../runtime/configuration-variables.ts';
import { alertRules } from '../support/monitoring/monitoring-queries.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../deploy/helm/', import.meta.url));
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly template: {
      readonly spec: { readonly securityContext: object; readonly containers: readonly [Container] };
    };
    readonly metrics?: readonly unknown[];
  };
}

type Values = Record<string, unknown>;
const values = parse(read('values.yaml')) as Values & {
  readonly workers: Record<string, { readonly queues: readonly string[] }>;
};

/** The values that an installation must set. */
const required: Values = {
  existingSecret: 'inventory',
  migration: { existingSecret: 'inventory-owner' },
  config: {
    PUBLIC_URL: 'https://inventory.example.com',
    SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::123456789012:role/inventory',
  },
};

const everything: Values = {
  ...required,
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'inventory.example.com',
    tlsSecret: 'inventory-tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '64m' },
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  workers: Object.fromEntries(
    Object.keys(values.workers).map((group) => [group, { autoscaling: { enabled: true } }]),
  ),
  image: { pullSecrets: ['registry'] },
  serviceAccount: {
    annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/inventory' },
  },
  podAnnotations: { purpose: 'test' },
  podLabels: { team: 'platform' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  volumes: [{ name: 'certificates', secret: { secretName: 'temporal-client' } }],
  volumeMounts: [{ name: 'certificates', mountPath: '/certificates', readOnly: true }],
  worker: { backlogMetric: { labels: { namespace: 'inventory' } } },
};

/** Renders the chart, or returns `undefined`, and says so, when Helm is not installed. */
async function render(t: ExecutionContext, given: Values): Promise<readonly Manifest[] | undefined> {
  const helm = findDeployTool('helm');
  if (helm === undefined) {
    t.log('SKIPPED: Helm is not installed; npm run test:deploy builds it with Go');
    t.pass();
    return undefined;
  }
  const overrides = Object.entries(given).flatMap(([name, value]) => [
    '--set-json',
    `${name}=${JSON.stringify(value)}`,
  ]);
  const version = ['--kube-version', kubernetesSchemas.version];
  const { stdout } = await run(helm, ['template', 'release', folder, ...version, ...overrides]);
  await run(helm, ['lint', folder, '--strict', ...version, ...overrides]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

const isWorkload = ({ kind }: Manifest): boolean => ['Deployment', 'Job'].includes(kind);
const containerOf = ({ spec }: Manifest): Container => spec.template.spec.containers[0];

test('the version of the chart is that of the product', (t) => {
  const chart = parse(read('Chart.yaml')) as { readonly version: string; readonly appVersion: string };
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  t.is(chart.version, version);
  t.is(chart.appVersion, version);
});

test('the default values fit their schema, which knows every value', (t) => {
  const schema = JSON.parse(read('values.schema.json')) as object;
  const validate = new Ajv({ strict: false }).compile(schema);
  t.true(validate(values), JSON.stringify(validate.errors));
  t.false(validate({ ...values, replicas: 2 }));
  t.false(validate({ ...values, config: { 'public-url': 'https://inventory.example.com' } }));
});

test('templates use values that exist, and every value is used', (t) => {
  const templates = readdirSync(path.join(folder, 'templates')).map((name) =>
    read(path.join('templates', name)),
  );
  const used = new Set(
    templates.flatMap((text) => [...text.matchAll(/\.Values\.([A-Za-z.]+\w)/g)].map(([, name = '']) => name)),
  );
  const at = (name: string): unknown =>
    name.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);
  for (const name of used) t.not(at(name), undefined, name);
  /** Paths of the values; the names in maps that a user fills are not fixed. */
  const paths = (value: Values, prefix = ''): readonly string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' &&
      inner !== null &&
      !Array.isArray(inner) &&
      !['config', 'workers'].includes(key)
        ? Object.keys(inner).length === 0
          ? [`${prefix}${key}`]
          : paths(inner as Values, `${prefix}${key}.`)
        : [`${prefix}${key}`],
    );
  const isUsed = (name: string): boolean =>
    [...used].some((known) => known === name || name.startsWith(`${known}.`));
  t.deepEqual(
    paths(values).filter((name) => !isUsed(name)),
    [],
  );
  const fields = Object.keys(Object.values(values.workers)[0] ?? {});
  for (const field of fields)
    t.true(
      templates.some((text) => text.includes(`$worker.${field}`)),
      field,
    );
});

test('the groups of workers have every task queue once, and the same options of Node as elsewhere', (t) => {
  const queues = Object.values(values.workers).flatMap((group) => group.queues);
  t.deepEqual(queues.toSorted(), [...taskQueues].toSorted());
  const command = `command: [node, ${nodeOptionsOf('worker/main.ts').join(', ')}, worker/main.ts]`;
  t.true(read('templates/workers.yaml').includes(command));
});

test('the metrics have the jobs that the alerts select', (t) => {
  const template = read('templates/metrics.yaml');
  t.true(template.includes('replacement: inventory-{{ $kind }}') && template.includes('list "api" "worker"'));
  t.true(alertRules().some(({ expr }) => expr.includes('job=~"inventory-(api|worker)"')));
});

test('rejects an installation without a Secret, a URL or a principal', async (t) => {
  if ((await render(t, required)) === undefined) return;
  for (const name of ['existingSecret', 'migration', 'config']) {
    const others = Object.fromEntries(Object.entries(required).filter(([key]) => key !== name));
    await t.throwsAsync(render(t, others), { message: new RegExp(name === 'config' ? 'PUBLIC_URL' : name) });
  }
});

test('every documented variable reaches the API, the workers and the migration', async (t) => {
  const given = Object.fromEntries(Object.values(variables).map(({ name }) => [name, `value of ${name}`]));
  const manifests = await render(t, { ...required, config: given });
  if (manifests === undefined) return;
  const fixed = [
    'HOST',
    'PORT',
    'METRICS_PORT',
    'WORKER_METRICS_PORT',
    'TEMPORAL_METRICS_PORT',
    'WORKER_QUEUES',
  ];
  const workloads = manifests.filter(isWorkload);
  t.is(workloads.length, 2 + Object.keys(values.workers).length);
  for (const workload of workloads) {
    const { env } = containerOf(workload);
    t.is(new Set(env.map(({ name }) => name)).size, env.length, 'no variable is given twice');
    const reached = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const missing = Object.keys(given).filter(
      (name) => reached[name] !== given[name] && !fixed.includes(name),
    );
    t.deepEqual(missing, [], workload.metadata.name);
    t.is(reached['HOST'], '0.0.0.0');
  }
});

test('only the migration has the Secret of the database owner, and runs before the others', async (t) => {
  const manifests = await render(t, required);
  if (manifests === undefined) return;
  for (const workload of manifests.filter(isWorkload)) {
    const secrets = containerOf(workload).envFrom.map(({ secretRef }) => secretRef.name);
    t.deepEqual(secrets, workload.kind === 'Job' ? ['inventory', 'inventory-owner'] : ['inventory']);
    if (workload.kind === 'Job')
      t.is(workload.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade');
  }
});

test('every container is not root, writes only to /tmp, has limits and, if it stays, probes', async (t) => {
  const manifests = await render(t, everything);
  if (manifests === undefined) return;
  for (const workload of manifests.filter(isWorkload)) {
    const container = containerOf(workload);
    t.like(workload.spec.template.spec.securityContext, {
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    t.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    t.truthy(container.resources.requests);
    t.truthy(container.resources.limits);
    t.is(
      container.livenessProbe !== undefined && container.readinessProbe !== undefined,
      workload.kind !== 'Job',
    );
  }
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
  t.is(budgets.length, manifests.filter(({ kind }) => kind === 'Deployment').length);
});

test('scales the API by processor time, and workers by a metric whose name is a value', async (t) => {
  const backlogMetric = { name: 'temporal_backlog', queueLabel: 'task_queue', labels: { cluster: 'main' } };
  const manifests = await render(t, { ...everything, worker: { backlogMetric } });
  if (manifests === undefined) return;
  const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  t.is(scalers.length, 1 + Object.keys(values.workers).length);
  t.true(scalers.every(({ apiVersion }) => apiVersion === 'autoscaling/v2'));
  const metrics = scalers.map(({ metadata, spec }) => [metadata.name, spec.metrics?.[0]] as const);
  t.like(Object.fromEntries(metrics), {
    'release-api': { type: 'Resource', resource: { name: 'cpu' } },
    'release-worker-general': {
      type: 'External',
      external: {
        metric: {
          name: 'temporal_backlog',
          selector: {
            matchLabels: { cluster: 'main' },
            matchExpressions: [{ key: 'task_queue', operator: 'In', values: ['inventory', 'aws', 'scm'] }],
          },
        },
        target: { type: 'AverageValue' },
      },
    },
  });
});

test('the rendered objects fit the schemas of Kubernetes', async (t) => {
  const schemas = findKubernetesSchemas();
  if (schemas === undefined) {
    t.log('SKIPPED: the schemas are not installed; npm run test:deploy downloads them with Python');
    t.pass();
    return;
  }
  const rendered = await Promise.all([render(t, required), render(t, everything)]);
  const manifests = rendered.flatMap((one) => one ?? []);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(
    JSON.parse(readFileSync(path.join(schemas, '_definitions.json'), 'utf8')) as object,
    '_definitions.json',
  );
  const validators = new Map<string, ValidateFunction>();
  /** The resources of the Prometheus operator are no part of Kubernetes. */
  const ofKubernetes = manifests.filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.coreos.com/'));
  for (const manifest of ofKubernetes) {
    const [version = '', group = ''] = manifest.apiVersion.split('/').toReversed();
    const name = [manifest.kind, ...(group === '' ? [] : [group.split('.')[0] ?? '']), version]
      .join('-')
      .toLowerCase();
    const schema = () => JSON.parse(readFileSync(path.join(schemas, `${name}.json`), 'utf8')) as object;
    const validate = validators.get(name) ?? ajv.compile(schema());
    validators.set(name, validate);
    t.true(validate(manifest), `${manifest.metadata.name}: ${JSON.stringify(validate.errors)}`);
  }
});

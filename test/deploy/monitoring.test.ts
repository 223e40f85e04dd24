import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { parse } from 'yaml';
import { operations } from '../../api/operations.ts';
import { inferenceConditions } from '../../db/ownership/inference/inference-metrics.ts';
import { scmConditions } from '../../db/scm/scm-metrics.ts';
import { findDeployTool } from '../../dev/deploy-tools/deploy-tools.ts';
import { runKinds, taskQueues } from '../../domain/runs/run-kinds.ts';
import { cellOutcomes, feedStatuses, runStatuses } from '../../domain/values.ts';
import { alertRules, metricsOf, monitoringQueries } from '../support/monitoring/monitoring-queries.ts';

const run = promisify(execFile);
const file = (name: string) => new URL(`../../${name}`, import.meta.url);

test('every query of the dashboard and the alerts is valid PromQL', (t) => {
  const queries = monitoringQueries();
  t.true(queries.length > 50);
  for (const query of queries) t.notThrows(() => metricsOf(query), query.name);
  t.throws(() => metricsOf({ name: 'broken', text: 'sum(rate(http_requests_total[5m])' }), {
    message: /syntax error/,
  });
});

/** The values of labels, by metric and label. */
const values: Readonly<Record<string, readonly string[]>> = {
  'http_requests_total operation': operations.map(({ id }) => id),
  'http_request_duration_seconds operation': operations.map(({ id }) => id),
  'oldest_active_run_seconds kind': Object.keys(runKinds),
  'runs_ended_total status': runStatuses,
  'scan_cells_total outcome': cellOutcomes,
  'change_feed_polls_total outcome': feedStatuses,
  'scm_connections condition': scmConditions,
  'inference_queue_oldest_seconds condition': inferenceConditions,
  'task_queue_backlog_age_seconds queue': taskQueues,
};

test('queries select values that the labels have', (t) => {
  const selected = monitoringQueries()
    .flatMap(metricsOf)
    .flatMap(({ query, metric, matchers }) =>
      matchers.map(({ label, value }) => ({ query, key: `${metric} ${label}`, options: value.split('|') })),
    );
  const checked = new Set<string>();
  for (const { query, key, options } of selected) {
    const known = values[key];
    if (known === undefined) continue;
    checked.add(key);
    t.deepEqual(
      options.filter((option) => !known.includes(option)),
      [],
      `${query}: ${key}`,
    );
  }
  t.deepEqual([...checked].toSorted(), Object.keys(values).toSorted());
});

test('each alert has a runbook with the same name, and each runbook an alert', (t) => {
  const page = readFileSync(file('docs/runbooks.md'), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  const named = sections.map((section) => section.slice(0, section.indexOf('\n')));
  const rules = alertRules();
  t.true(rules.length > 20);
  t.deepEqual(
    named.filter((name) => name.startsWith('Inventory')),
    rules.map(({ alert }) => alert),
    'in the same order',
  );
  for (const { alert, annotations, labels } of rules) {
    t.is(annotations.runbook, `docs/runbooks.md#${alert.toLowerCase()}`);
    t.true(['critical', 'warning', 'info'].includes(labels.severity), alert);
    const section = sections[named.indexOf(alert)] ?? '';
    for (const part of ['**Meaning:**', '**Look at:**', '**Do:**'])
      t.true(section.includes(part), `${alert}: ${part}`);
  }
});

test('the scrape configuration has the jobs that the queries select', (t) => {
  const { scrape_configs: scrapes, rule_files: files } = parse(
    readFileSync(file('deploy/monitoring/prometheus.yml'), 'utf8'),
  ) as {
    readonly scrape_configs: readonly { readonly job_name: string }[];
    readonly rule_files: readonly string[];
  };
  t.deepEqual(files, ['alerts.yml']);
  const jobs = scrapes.map(({ job_name: name }) => name);
  const patterns = monitoringQueries()
    .flatMap(metricsOf)
    .flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'job'));
  t.true(patterns.length > 0);
  for (const { value } of patterns)
    t.true(
      jobs.some((job) => new RegExp(`^(?:${value})$`).test(job)),
      value,
    );
});

test('promtool accepts the rules and evaluates them as alerts.test.yml says', async (t) => {
  const promtool = findDeployTool('promtool');
  if (promtool === undefined) {
    t.log('SKIPPED: promtool is not installed');
    t.pass();
    return;
  }
  for (const [command, name] of [
    [['check', 'rules'], 'alerts.yml'],
    [['test', 'rules'], 'alerts.test.yml'],
  ] as const) {
    const { stdout } = await run(promtool, [...command, fileURLToPath(file(`deploy/monitoring/${name}`))]);
    t.log(stdout);
    t.pass();
  }
});

import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

/** A query of the dashboard or of an alert. */
export interface MonitoringQuery {
  /** The title of the panel, or the name of the alert. */
  readonly name: string;
  /** As Prometheus evaluates it: Grafana's variable for the interval has a value. */
  readonly text: string;
}

/** A metric of a query, with the labels by which it is selected or grouped. */
export interface UsedMetric {
  readonly query: string;
  /** Histograms without `_bucket`. */
  readonly metric: string;
  readonly labels: readonly string[];
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

const folder = new URL('../../../deploy/monitoring/', import.meta.url);

export function alertRules(): readonly AlertRule[] {
  const { groups } = parse(readFileSync(new URL('alerts.yml', folder), 'utf8')) as {
    groups: readonly { readonly rules: readonly AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** Every query of deploy/monitoring: of the alerts and of the dashboard. */
export function monitoringQueries(): readonly MonitoringQuery[] {
  const { panels } = JSON.parse(readFileSync(new URL('dashboard.json', folder), 'utf8')) as {
    panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
  };
  return [
    ...alertRules().map(({ alert, expr }) => ({ name: alert, text: expr })),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ name: title, text: expr.replaceAll('$__rate_interval', '5m') })),
    ),
  ];
}

/** Labels that Prometheus adds to every series, and the one of the buckets of a histogram. */
const ofPrometheus = new Set(['job', 'instance', 'le']);

/**
 * Returns the metrics of a query.
 * @throws Error with the position of a syntax error
 */
export function metricsOf({ name, text }: MonitoringQuery): readonly UsedMetric[] {
  const tree = parser.parse(text);
  const used: (Omit<UsedMetric, 'labels' | 'matchers'> & {
    readonly from: number;
    labels: string[];
    matchers: UsedMetric['matchers'];
  })[] = [];
  const groups: { readonly from: number; readonly to: number; readonly labels: readonly string[] }[] = [];
  tree.iterate({
    enter({ name: type, type: { isError }, from, to, node }) {
      const textOf = (part: { readonly from: number; readonly to: number } | null) =>
        part === null ? '' : text.slice(part.from, part.to);
      if (isError)
        throw new Error(`${name}: syntax error at ${from}: ${text.slice(0, from)}>>>${text.slice(from)}`);
      if (type === 'VectorSelector') {
        const metric = textOf(node.getChild('Identifier')).replace(/_bucket$/, '');
        const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
          (matcher) => ({
            label: textOf(matcher.getChild('LabelName')),
            operator: textOf(matcher.getChild('MatchOp')),
            value: textOf(matcher.getChild('StringLiteral')).slice(1, -1),
          }),
        );
        used.push({ query: name, metric, from, labels: matchers.map(({ label }) => label), matchers });
      }
      if (type === 'AggregateExpr') {
        const names =
          node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
        groups.push({ from, to, labels: names.map(textOf) });
      }
    },
  });
  if (used.length === 0) throw new Error(`${name}: the query has no metric`);
  for (const metric of used)
    for (const { from, to, labels } of groups)
      if (metric.from >= from && metric.from < to) metric.labels.push(...labels);
  return used.map(({ query, metric, labels, matchers }) => ({
    query,
    metric,
    matchers,
    labels: [...new Set(labels)].filter((label) => !ofPrometheus.has(label)),
  }));
}

/** Returns the metrics and labels of queries that a scrape does not have, of the metrics that `isOfProcess` selects. */
export function missingInScrape(scrape: string, isOfProcess: (metric: string) => boolean): readonly string[] {
  const labelsByMetric = new Map<string, Set<string>>();
  for (const [, metric = '', labels = ''] of scrape.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const name = metric.replace(/_bucket$/, '');
    const known = labelsByMetric.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label);
    labelsByMetric.set(name, known);
  }
  return monitoringQueries()
    .flatMap(metricsOf)
    .filter(({ metric }) => isOfProcess(metric))
    .flatMap(({ query, metric, labels }) => {
      const known = labelsByMetric.get(metric);
      if (known === undefined) return [`${query}: no metric ${metric}`];
      return labels
        .filter((label) => !known.has(label))
        .map((label) => `${query}: ${metric} has no label ${label}`);
    });
}

/** Whether the Temporal SDK of the workers exports a metric. */
export const isOfTemporalSdk = (metric: string): boolean => metric.startsWith('temporal_');

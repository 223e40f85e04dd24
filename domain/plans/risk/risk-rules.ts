import { defined } from '../../defined.ts';
import type { RiskKind, RiskSeverity } from '../../values.ts';
import { riskSeverities } from '../../values.ts';
import { heldData } from './data-types.ts';

/** Facts about a planned change, as `find-risky-changes.ts` reads them. */
export interface RiskyChange {
  readonly position: number;
  readonly address: string;
  readonly resourceId: string | undefined;
  readonly actions: readonly string[];
  /** For example `aws_sqs_queue`. */
  readonly terraformType: string;
  /** The type of the resource in the inventory. */
  readonly resourceType: string | undefined;
  /** Nodes of the graph that depend on the resource, without the resources that the plan deletes. */
  readonly dependents: number;
  /** The dependents that fail when the resource fails. */
  readonly failing: number;
  /** The name of the environment of the resource, if its class is `production`. */
  readonly production: string | undefined;
  readonly revertsDrift: boolean;
}

export interface PlannedDeletes {
  readonly count: number;
  /** The first one, in the order of the plan. */
  readonly address: string;
  readonly resourceId: string | undefined;
}

/** A risk as it is stored and returned. */
export interface Risk {
  readonly kind: RiskKind;
  readonly severity: RiskSeverity;
  readonly address: string;
  readonly resource_id?: string;
  readonly detail: string;
}

interface RiskRule {
  readonly kind: RiskKind;
  readonly severity: RiskSeverity;
  /** Returns the detail of the risk, or `undefined` when the change does not have it. */
  readonly detailOf: (change: RiskyChange) => string | undefined;
}

export const maximumRisks = 100;
/** More deletes than this number are a risk. */
export const usualDeletes = 20;

/** The risks of a change. Of rules with the same severity, the first one is the worst. */
export const riskRules: readonly RiskRule[] = [
  {
    kind: 'holds_data',
    severity: 'high',
    detailOf: whenDestroyed(({ terraformType: type, resourceType }) => {
      const data = heldData(type, resourceType);
      return data === undefined ? undefined : `holds ${data}`;
    }),
  },
  { kind: 'has_dependents', severity: 'high', detailOf: whenDestroyed(dependentsText) },
  {
    kind: 'in_production',
    severity: 'high',
    detailOf: whenDestroyed(({ production }) =>
      production === undefined ? undefined : `environment ${production}`,
    ),
  },
  {
    kind: 'reverted_drift',
    severity: 'medium',
    detailOf: ({ revertsDrift: reverts }) =>
      reverts ? 'reverts a change that was made outside of the code' : undefined,
  },
  {
    kind: 'forget',
    severity: 'medium',
    detailOf: ({ actions }) =>
      actions.includes('forget') ? 'is removed from the state and not deleted' : undefined,
  },
];

/**
 * Returns the 100 worst risks: by severity; then the risk of the whole plan; then changes with more risks of high severity,
 * with more dependents, and in the order of the plan.
 */
export function risksOf(
  changes: readonly RiskyChange[],
  deletes: PlannedDeletes | undefined,
): readonly Risk[] {
  const found = changes
    .map((change) => ({ change, risks: riskRules.flatMap((rule) => applyRule(rule, change)) }))
    .toSorted(
      (a, b) =>
        countHigh(b.risks) - countHigh(a.risks) ||
        b.change.dependents - a.change.dependents ||
        a.change.position - b.change.position,
    )
    .flatMap(({ risks }) => risks);
  const all = [...manyDeletes(deletes), ...found];
  return riskSeverities
    .flatMap((severity) => all.filter((risk) => risk.severity === severity))
    .slice(0, maximumRisks);
}

function applyRule({ kind, severity, detailOf }: RiskRule, change: RiskyChange): readonly Risk[] {
  const detail = detailOf(change);
  return detail === undefined ? [] : [{ kind, severity, ...subjectOf(change), detail }];
}

function manyDeletes(deletes: PlannedDeletes | undefined): readonly Risk[] {
  if (deletes === undefined || deletes.count <= usualDeletes) return [];
  const detail = `the first of ${deletes.count} deletes`;
  return [{ kind: 'many_deletes', severity: 'medium', ...subjectOf(deletes), detail }];
}

function subjectOf({
  address,
  resourceId,
}: Pick<RiskyChange, 'address' | 'resourceId'>): Pick<Risk, 'address' | 'resource_id'> {
  return defined({ address, resource_id: resourceId });
}

function countHigh(risks: readonly Risk[]): number {
  return risks.filter(({ severity }) => severity === 'high').length;
}

/** Returns the detail with the action before it, for changes that delete or replace the resource. */
function whenDestroyed(
  detailOf: (change: RiskyChange) => string | undefined,
): (change: RiskyChange) => string | undefined {
  return (change) => {
    if (!change.actions.includes('delete')) return undefined;
    const detail = detailOf(change);
    const action = change.actions.includes('create') ? 'replaced' : 'deleted';
    return detail === undefined ? undefined : `${action}: ${detail}`;
  };
}

function dependentsText({ dependents, failing }: RiskyChange): string | undefined {
  const referring = dependents - failing;
  const parts = [
    ...(failing === 0 ? [] : [`${failing} ${failing === 1 ? 'resource fails' : 'resources fail'} with it`]),
    ...(referring === 0
      ? []
      : [`${referring} ${referring === 1 ? 'resource refers' : 'resources refer'} to it`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

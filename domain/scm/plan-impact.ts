import type { RiskSeverity } from '../values.ts';

/** The changes of a project's plan, as the comment of a pull request shows them. All texts may come from customers. */
export interface PlanImpact {
  /** The comment links to the plan. */
  readonly planId?: string;
  /** The plan ended with an error, so that changes are missing. */
  readonly isErrored?: boolean;
  /** Resources by action. */
  readonly counts: Readonly<Record<PlanAction, number>>;
  /** Changes of resources that are not in the inventory. */
  readonly unmapped: number;
  /** Worst first. */
  readonly risks: readonly PlanRisk[];
  /** Names. */
  readonly applications: readonly string[];
  readonly teams: readonly string[];
}

export const planActions = ['create', 'update', 'replace', 'delete', 'import', 'forget'] as const;
export type PlanAction = (typeof planActions)[number];

export interface PlanRisk {
  readonly severity: RiskSeverity;
  readonly kind: string;
  readonly address: string;
  readonly detail: string;
}

/** The newest impact of one project and workspace of a pull request. */
export interface ImpactSection {
  readonly projectId: string;
  readonly projectPath: string;
  /** Empty when the report names none. */
  readonly workspace: string;
  readonly commitSha: string;
  readonly impact: PlanImpact;
}

export const impactStatusContext = 'cloud-inventory/impact';

/** Source: GitHub REST API, "Create a commit status". */
const maximumDescriptionLength = 140;

/** Returns the commit status: it fails when a plan has a risk of high severity. */
export function impactStatus(sections: readonly ImpactSection[]): {
  readonly state: 'success' | 'failure';
  readonly description: string;
} {
  const high = sections.flatMap(({ impact }) => impact.risks).filter(({ severity }) => severity === 'high');
  const count = new Set(sections.map(({ projectId }) => projectId)).size;
  const projects = count === 1 ? '1 project' : `${count} projects`;
  const risks = high.length === 0 ? '' : `; ${high.length} high ${high.length === 1 ? 'risk' : 'risks'}`;
  const text = `${projects}: ${countsText(sections.map(({ impact }) => impact.counts))}${risks}`;
  return {
    state: high.length === 0 ? 'success' : 'failure',
    description: text.slice(0, maximumDescriptionLength),
  };
}

/** Returns `2 to create, 1 to delete`, or `no changes`. */
export function countsText(counts: readonly PlanImpact['counts'][]): string {
  const parts = planActions.flatMap((action) => {
    const sum = counts.reduce((total, one) => total + one[action], 0);
    return sum === 0 ? [] : [`${sum} to ${action}`];
  });
  return parts.length === 0 ? 'no changes' : parts.join(', ');
}

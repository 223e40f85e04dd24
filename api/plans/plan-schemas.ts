import { z } from 'zod';
import type { PlanClass } from '../../domain/plans/read/planned-change.ts';
import { emptySummary } from '../../domain/plans/read/count-change.ts';
import type { Plan as PlanRow } from '../../db/plans/plans/plan.ts';
import type { ListedPlanChange } from '../../db/plans/plans/plan-read-model.ts';
import { plannedChangeOrigins, riskKinds, riskSeverities, unmappedReasons } from '../../domain/values.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

const count = z.number().int();
/** The names of the counts of a summary, which are also the values of the filter `action`. */
export const planClasses = Object.keys(emptySummary()) as PlanClass[];

const counted = z.array(z.object({ id, name: z.string(), resources: count }));

const PlanImpact = z
  .object({
    resources: count.describe('Resources of the inventory that the plan changes'),
    unmapped: count.describe('Changes without a resource of the inventory, except creates'),
    applications: counted,
    teams: counted,
    environments: counted.optional(),
    risks: z
      .array(
        z.object({
          kind: z.enum(riskKinds),
          severity: z.enum(riskSeverities),
          address: z.string(),
          resource_id: id.optional(),
          detail: z.string(),
        }),
      )
      .optional()
      .describe('At most 100, worst first'),
  })
  .meta({ id: 'PlanImpact' });

export const Plan = z
  .object({
    id,
    execution_id: id,
    iac_project_id: id.optional(),
    repository_id: id.optional(),
    pull_request_id: id.optional(),
    commit_sha: z.string().optional(),
    tool: z.string().optional(),
    tool_version: z.string().optional(),
    format_version: z.string(),
    summary: z
      .object(Object.fromEntries(planClasses.map((name) => [name, count])))
      .meta({ id: 'PlanSummary' }),
    impact: PlanImpact,
    outputs: z
      .array(z.object({ name: z.string(), actions: z.array(z.string()), sensitive: z.boolean() }))
      .optional(),
    checks: z.array(z.object({ address: z.string(), status: z.string() })).optional(),
    created_at: timestamp,
  })
  .meta({ id: 'Plan' });

export function presentPlan(row: PlanRow): z.input<typeof Plan> {
  return {
    id: row.id,
    execution_id: row.executionId,
    iac_project_id: row.iacProjectId,
    repository_id: row.repositoryId,
    pull_request_id: row.pullRequestId,
    commit_sha: row.commitSha,
    tool: row.toolName,
    tool_version: row.toolVersion,
    format_version: row.formatVersion,
    summary: row.summary,
    impact: row.impact,
    outputs: row.outputs.length === 0 ? undefined : row.outputs,
    checks: row.checks.length === 0 ? undefined : row.checks,
    created_at: iso(row.createdAt),
  };
}

export const PlanChange = z
  .object({
    address: z.string(),
    previous_address: z.string().optional().describe('The address before a move'),
    resource_type: z.string().describe('The Terraform type'),
    provider: z.string(),
    actions: z.array(z.string()).describe('As planned, for example `["delete", "create"]`'),
    action_reason: z.string().optional(),
    resource_id: id.optional(),
    unmapped_reason: z.enum(unmappedReasons).optional(),
    changed_paths: z
      .array(z.string())
      .describe('JSON Pointers (RFC 6901); the empty text is the whole value'),
    before: z.unknown().optional().describe('Redacted; absent when the values were deleted'),
    after: z.unknown().optional().describe('Redacted; absent when the values were deleted'),
    import_id: z.string().optional(),
    deposed: z.string().optional(),
    origin: z.enum(plannedChangeOrigins).optional(),
  })
  .meta({ id: 'PlanResourceChange' });

export function presentPlanChange(row: ListedPlanChange): z.input<typeof PlanChange> {
  return {
    address: row.address,
    previous_address: row.previousAddress,
    resource_type: row.resourceType,
    provider: row.provider,
    actions: row.actions,
    action_reason: row.actionReason,
    resource_id: row.resourceId,
    unmapped_reason: row.unmappedReason,
    changed_paths: row.changedPaths,
    before: row.hasValues ? (row.before ?? null) : undefined,
    after: row.hasValues ? (row.after ?? null) : undefined,
    import_id: row.importId,
    deposed: row.deposed,
    origin: row.origin,
  };
}

import { z } from 'zod';
import { flag, instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { publishImpact } from '../../commands/plans/publish-impact.ts';
import { submitPlan } from '../../commands/plans/submit-plan.ts';
import { getPlan, listPlanChanges, listPlans } from '../../db/plans/plans/plan-read-model.ts';
import type { ListedPlanChange } from '../../db/plans/plans/plan-read-model.ts';
import type { Plan as PlanRow } from '../../db/plans/plans/plan.ts';
import { emptySummary } from '../../domain/plans/read/count-change.ts';
import type { PlanClass } from '../../domain/plans/read/planned-change.ts';
import { plannedChangeOrigins, riskKinds, riskSeverities, unmappedReasons } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import { planEnvelope, planQuery } from './plan-report-schemas.ts';
import { receivePlan } from './receive-plan.ts';

const count = z.number().int();

/** The names of the counts of a summary, which are also the values of the filter `action`. */
const planClasses = Object.keys(emptySummary()) as PlanClass[];

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
          severity: z.enum(riskSeverities).meta({ enumeration: 'RiskSeverity' }),
          address: z.string(),
          resource_id: id.optional(),
          detail: z.string(),
        }),
      )
      .optional()
      .describe('At most 100, worst first'),
  })
  .meta({ id: 'PlanImpact' });

const Plan = z
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

const PlanChange = z
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

export const planOperations = [
  operation({
    id: 'submitPlan',
    method: 'POST',
    path: '/ingest/plans',
    tag: 'Ingest',
    summary: 'Submit a Terraform plan',
    description:
      'The body is the output of `terraform show -json <plan file>` when the query has `external_id` or ' +
      '`execution_external_id`, else an envelope with the plan in `plan`. At most 64 MB, with `Content-Encoding: gzip` at most ' +
      '256 MB when it is inflated. Sensitive values are removed before anything is stored. The response is 200 with the stored ' +
      'plan when the execution has the same plan, and `conflict` when it has another one of the same `project_path` and ' +
      '`workspace`.',
    work: 'bulk',
    access: 'ingest',
    audit: 'plan.submitted',
    query: planQuery,
    body: planEnvelope,
    bodyKind: 'raw',
    receive: receivePlan,
    success: [201, Plan],
    location: '/plans/{id}',
    otherStatus: 200,
    errors: ['conflict', 'rate_limited'],
    async handle({ body, tenant, services, audit, skipAudit, respondWith }) {
      const { plan, created } = await submitPlan(tenant, body.report, body.plan);
      respondWith(created ? 201 : 200);
      audit({ id: plan.id, details: { execution_id: plan.executionId, changes: plan.changeCount } });
      if (created) await publishImpact(tenant, services.backgroundLauncher, plan);
      else skipAudit();
      return presentPlan(plan);
    },
  }),
  operation({
    id: 'listPlans',
    method: 'GET',
    path: '/plans',
    tag: 'Plans',
    summary: 'List Terraform plans, newest first',
    description: 'Lists the submitted plans with the number of their changes. Filters are combined with AND.',
    access: 'plans:read',
    query: z.strictObject({
      ...pagingParameters,
      iac_project_id: repeatable(id),
      repository_id: repeatable(id),
      pull_request_id: repeatable(id),
      execution_id: repeatable(id),
      commit_sha: repeatable(z.string().min(1).max(64)).describe('The whole commit as it was reported'),
      since: instant.optional().describe('Created at this time or later'),
      until: instant.optional().describe('Created before this time'),
    }),
    success: [200, listOf(Plan)],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'plans', query);
      const filters = { ...query, commit_sha: query.commit_sha?.map((commit) => commit.toLowerCase()) };
      const rows = await listPlans(tenant, filters, request.limit, readPosition(request.after));
      return envelope(
        cutPage(rows, request.limit, (row) => [row.position, row.id]),
        presentPlan,
      );
    },
  }),
  operation({
    id: 'getPlan',
    method: 'GET',
    path: '/plans/{id}',
    tag: 'Plans',
    summary: 'Get a Terraform plan',
    description: 'Returns the plan with its impact. `GET /plans/{id}/resource-changes` lists its changes.',
    access: 'plans:read',
    success: [200, Plan],
    handle: async ({ tenant, params }) => presentPlan(await getPlan(tenant, params.id)),
  }),
  operation({
    id: 'listPlanResourceChanges',
    method: 'GET',
    path: '/plans/{id}/resource-changes',
    tag: 'Plans',
    summary: 'List the resource changes of a plan, in the order of the plan',
    description:
      'Values are redacted: `(sensitive)` replaces sensitive values, `(known after apply)` unknown ones. No-ops are listed only ' +
      'with a move or an import.',
    access: 'plans:read',
    query: z.strictObject({
      ...pagingParameters,
      action: repeatable(z.enum(planClasses)).describe('Names of the counts in `summary`'),
      resource_type: repeatable(z.string().min(1).max(255)).describe('Terraform types'),
      resource_id: repeatable(id),
      mapped: flag.optional().describe('Whether the change has a resource of the inventory'),
      q: z.string().min(1).max(200).optional().describe('Part of the address or the previous address'),
    }),
    success: [200, listOf(PlanChange)],
    async handle(context) {
      const { query, tenant } = context;
      const { id } = await getPlan(tenant, context.params.id);
      const { request, envelope } = pager(context, `resource changes of ${id}`, query);
      const after = request.after === undefined ? undefined : Number(request.after[0]);
      const rows = await listPlanChanges(tenant, id, query, request.limit, after);
      return envelope(
        cutPage(rows, request.limit, ({ position }) => [position]),
        presentPlanChange,
      );
    },
  }),
];

function presentPlan(row: PlanRow): z.input<typeof Plan> {
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

function presentPlanChange(row: ListedPlanChange): z.input<typeof PlanChange> {
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

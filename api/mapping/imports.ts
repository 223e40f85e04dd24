import { z } from 'zod';
import { launchRun } from '../../commands/runs/launch-run.ts';
import {
  findProjectScope,
  insertImportPullRequest,
} from '../../db/mapping/projects/import-pull-request-store.ts';
import { findImportTarget } from '../../db/mapping/projects/import-target.ts';
import { listImportableResources } from '../../db/mapping/projects/importable-resources.ts';
import { newId } from '../../db/new-id.ts';
import { errors } from '../../domain/errors.ts';
import { importBlocks } from '../../domain/mapping/import-blocks.ts';
import { selectImports } from '../../domain/mapping/select-imports.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { mappingTag } from './coverage.ts';
import { requireReferences } from './state-sources.ts';

const maximumResources = 100;
const resourceIds = z.array(id).min(1).max(maximumResources);

/** Why a resource has no import block. */
const importSkipReasons = [
  'not_found',
  'deleted',
  'managed',
  'child',
  'default',
  'ignored',
  'no_terraform_type',
  'not_importable',
  'id_unknown',
] as const;

/** Why a resource has no import block in the code of a project. */
const projectSkipReasons = [
  ...importSkipReasons,
  'evidence_incomplete',
  'other_account',
  'other_region',
] as const;

export const importOperations = [
  operation({
    id: 'createImportBlocks',
    method: 'POST',
    path: '/mapping/import-blocks',
    tag: mappingTag,
    summary: 'Get Terraform import blocks for resources',
    description:
      'Changes nothing. Returns a file for each account and region. Blocks of resources whose management state is ' +
      '`unknown` are comments. `terraform plan -generate-config-out=generated.tf` writes the configuration.',
    access: 'mapping:read',
    body: z.strictObject({ resource_ids: resourceIds }),
    success: [
      200,
      z
        .object({
          files: z.array(z.object({ path: z.string(), content: z.string() })),
          skipped: skippedOf(importSkipReasons),
        })
        .meta({ id: 'ImportBlocks' }),
    ],
    async handle({ body, tenant }) {
      const ids = distinctIds(body.resource_ids);
      const resources = await listImportableResources(tenant, ids);
      const { files, skipped } = importBlocks(resources);
      return {
        files: files.map(({ name, content }) => ({ path: name, content })),
        skipped: presentSkipped(ids, resources, skipped),
      };
    },
  }),
  operation({
    id: 'createImportPullRequest',
    method: 'POST',
    path: '/mapping/import-pull-requests',
    tag: mappingTag,
    summary: 'Open a pull request with Terraform import blocks',
    description:
      'Adds one new file to the folder of the project, on a new branch, and opens a draft. The file has one account and one ' +
      'region: those of the states or of the provider block of the project, else those of the first importable resource. ' +
      'The repository needs an effective grant `open_pull_requests`. Resources whose management state is `unknown` are skipped as ' +
      '`evidence_incomplete`, because code that is not known may manage them.',
    access: 'iac_projects:manage',
    audit: 'import_pull_request.requested',
    body: z.strictObject({ iac_project_id: id, resource_ids: resourceIds }),
    success: [
      202,
      z
        .object({ run_id: id, skipped: skippedOf(projectSkipReasons) })
        .meta({ id: 'RequestedImportPullRequest' }),
    ],
    errors: ['conflict'],
    async handle({ body, tenant, principal, services, audit }) {
      await requireReferences(tenant, { iac_project_id: body.iac_project_id });
      const target = await findImportTarget(tenant, body.iac_project_id);
      if (target === undefined) throw errors.validationFailed('iac_project_id', 'does not exist');
      if (target.refusal !== undefined) throw errors.conflict(target.refusal);
      const { project, repository } = target;
      const ids = distinctIds(body.resource_ids);
      const resources = await listImportableResources(tenant, ids);
      const { imports, skipped } = selectImports(resources, await findProjectScope(tenant, project));
      const left = presentSkipped(ids, resources, skipped);
      if (imports === undefined) throw errors.conflict(`No resource can be imported: ${countsOf(left)}.`);
      const requestId = newId();
      const { run_id } = await launchRun(tenant, services, {
        id: requestId,
        kind: 'open_import_pull_request',
        subjectId: requestId,
        description: repository.fullName,
        awsAccountNumber: imports.awsAccountNumber,
        requestedBy: principal.id,
      });
      const accepted = imports.blocks.map(({ resource }) => resource.id);
      await insertImportPullRequest(tenant, { id: run_id, iacProjectId: project.id, resourceIds: accepted });
      audit({
        type: 'iac_project',
        id: project.id,
        name: `${repository.fullName}:${project.path}`,
        details: { run_id, resources: accepted.length },
      });
      return { run_id, skipped: left };
    },
  }),
];

function skippedOf<const Reasons extends readonly [string, ...string[]]>(reasons: Reasons) {
  return z.array(z.object({ resource_id: id, reason: z.enum(reasons) }));
}

/** Returns the ids in lower case, as Postgres prints them, without repetitions. */
function distinctIds(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((one) => one.toLowerCase()))];
}

/** Returns the skipped resources in the order of the ids. Ids that the organization does not have are `not_found`. */
function presentSkipped<Reason extends string>(
  ids: readonly string[],
  found: readonly { readonly id: string }[],
  skipped: readonly { readonly id: string; readonly reason: Reason }[],
): readonly { readonly resource_id: string; readonly reason: Reason | 'not_found' }[] {
  const known = new Set(found.map((resource) => resource.id));
  const reasons = new Map(skipped.map((one) => [one.id, one.reason]));
  return ids.flatMap((one) => {
    const reason = known.has(one) ? reasons.get(one) : 'not_found';
    return reason === undefined ? [] : [{ resource_id: one, reason }];
  });
}

/** Returns the number of resources by reason: `2 managed, 1 not_found`. */
function countsOf(skipped: readonly { readonly reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
}

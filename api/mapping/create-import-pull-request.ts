import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { selectImports } from '../../domain/mapping/select-imports.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { listImportableResources } from '../../db/mapping/projects/importable-resources.ts';
import {
  findProjectScope,
  insertImportPullRequest,
} from '../../db/mapping/projects/import-pull-request-store.ts';
import { findImportTarget } from '../../db/mapping/projects/import-target.ts';
import { newId } from '../../db/new-id.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';
import { distinctIds, presentSkipped, projectSkipReasons, resourceIds, skippedOf } from './import-schemas.ts';
import { requireReferences } from './require-references.ts';

export const createImportPullRequest = operation({
  id: 'createImportPullRequest',
  method: 'POST',
  path: '/mapping/import-pull-requests',
  tag,
  summary: 'Open a pull request with Terraform import blocks',
  description:
    'Adds one new file to the folder of the project, on a new branch, and opens a draft. The file has one account and one ' +
    'region: those of the states or of the provider block of the project, else those of the first importable resource. ' +
    'The repository needs an effective grant `open_pull_requests`.',
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
});

/** Returns the number of resources by reason: `2 managed, 1 not_found`. */
function countsOf(skipped: readonly { readonly reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
}

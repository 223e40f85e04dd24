import { z } from 'zod';
import { authorTypeOf } from '../../domain/identity/author.ts';
import { readCodeMapping } from '../../commands/mapping/read-code-mapping.ts';
import type { LocatedMapping } from '../../commands/mapping/read-code-mapping.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { findOutcome, listDifferences } from '../../db/drift/drift-read-model.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import {
  createCorrection,
  deleteCorrection,
  listCorrections,
} from '../../db/mapping/match/mapping-correction-store.ts';
import type { MappingCorrection as Row } from '../../db/mapping/match/mapping-correction.ts';
import { getProject } from '../../db/scm/iac-project-read-model.ts';
import { getRepositoryRecord } from '../../db/scm/repository-read-model.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { parseAddress } from '../../domain/mapping/address.ts';
import {
  driftOutcomes,
  managementStates,
  mappingCorrectionActions,
  stateMatchMethods,
} from '../../domain/values.ts';
import { DriftAttribute, presentDriftAttribute } from '../drift/drift.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { authorType, confidence, Deleted, id, iso, longText, timestamp } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { mappingTag } from './coverage.ts';
import { EvidenceReason, presentReason } from './evidence-reason.ts';
import { requireReferences } from './state-sources.ts';

const MappingCorrection = z
  .object({
    id,
    action: z.enum(mappingCorrectionActions),
    iac_project_id: id.optional(),
    address: z.string().optional(),
    reason: z.string().optional(),
    stale: z.boolean().describe('Whether the project is missing or deleted'),
    created_by: id.optional(),
    created_by_type: authorType.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'MappingCorrection' });

const CodeMapping = z
  .object({
    management_state: z.enum(managementStates),
    mappings: z.array(
      z.object({
        iac_project_id: id.optional(),
        repository_id: id.optional(),
        state_source_id: id.optional(),
        address: z.string(),
        code_address: z.string().describe('The address without instance keys'),
        file: z.string().optional().describe('Path in the repository of the block'),
        line: z.int().optional(),
        commit_sha: z.string().optional().describe('The last scanned commit of the repository'),
        url: z.string().optional().describe('Permanent link to the line'),
        method: z.enum([...stateMatchMethods, 'correction']),
        confidence: confidence.describe('The lower one of the match and the location'),
        corrected: z.boolean().describe('Whether a correction declares the mapping'),
        conflict: z.literal(true).optional().describe('Other addresses claim the resource as well'),
      }),
    ),
    drift: z
      .object({ outcome: z.enum(driftOutcomes), checked_at: timestamp, attributes: z.array(DriftAttribute) })
      .optional()
      .describe('The last comparison with the states; absent: the resource was never compared'),
    suggestions: z
      .array(z.object({ address: z.string(), iac_project_id: id.optional() }))
      .optional()
      .describe('State entries without a resource that have the name of this one'),
    unknown_because: z
      .array(EvidenceReason)
      .optional()
      .describe('Of an `unknown` resource: what was not read and may manage it, at most 5'),
  })
  .meta({ id: 'CodeMapping' });

const maximumAddressLength = 2000;

const Body = z.strictObject({
  action: z.enum(mappingCorrectionActions),
  iac_project_id: id.optional(),
  address: z
    .string()
    .max(maximumAddressLength)
    .refine(
      (text) => parseAddress(text) !== undefined,
      'must be the address of a managed resource, such as module.a.aws_sqs_queue.b[0]',
    )
    .optional(),
  reason: longText.optional(),
});

export const codeMappingOperations = [
  operation({
    id: 'getCodeMapping',
    method: 'GET',
    path: '/resources/{id}/code-mapping',
    tag: mappingTag,
    summary: 'Get the code that manages a resource',
    description: 'Returns the blocks of code that claim the resource, and suggestions if there are none.',
    access: 'mapping:read',
    transaction: 'snapshot',
    success: [200, CodeMapping],
    async handle({ params, tenant }) {
      const found = await readCodeMapping(tenant, params.id);
      if (found === undefined) throw errors.notFound();
      const { managementState, mappings, suggestions, unknownBecause } = found;
      const outcome = await findOutcome(tenant, params.id);
      return {
        management_state: managementState,
        mappings: mappings.map(presentMapping),
        ...(outcome === undefined
          ? {}
          : {
              drift: {
                outcome: outcome.outcome,
                checked_at: iso(outcome.checkedAt),
                attributes: (await listDifferences(tenant, [params.id])).map(presentDriftAttribute),
              },
            }),
        ...(suggestions.length === 0
          ? {}
          : {
              suggestions: suggestions.map(({ address, iacProjectId: projectId }) => ({
                address,
                iac_project_id: projectId,
              })),
            }),
        ...(unknownBecause.length === 0 ? {} : { unknown_because: unknownBecause.map(presentReason) }),
      };
    },
  }),
  operation({
    id: 'listMappingCorrections',
    method: 'GET',
    path: '/resources/{id}/mapping-corrections',
    tag: mappingTag,
    summary: 'List the corrections of a mapping that are in force',
    description: 'Lists the links, unlinks and ignores that users have made for the resource.',
    access: 'mapping:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(MappingCorrection)],
    async handle(context) {
      const { tenant, params, query } = context;
      if (!(await resourceExists(tenant, params.id))) throw errors.notFound();
      const { request, envelope } = pager(context, `mapping corrections of ${params.id}`, query);
      const rows = await listCorrections(tenant, params.id, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (row) => [row.id]),
        presentCorrection,
      );
    },
  }),
  operation({
    id: 'createMappingCorrection',
    method: 'POST',
    path: '/resources/{id}/mapping-corrections',
    tag: mappingTag,
    summary: 'Correct the mapping of a resource to code',
    description:
      '`link` declares that the address manages the resource. `unlink` voids the automatic mapping to the address, or all ' +
      'automatic mappings. `ignore` excludes the resource from the coverage. A correction outlives every sync and scan, and ' +
      'the deletion of the resource in AWS. `link` and `unlink` of the same address replace each other.',
    access: 'mapping:correct',
    audit: 'mapping.corrected',
    body: Body,
    success: [201, MappingCorrection],
    errors: ['conflict'],
    async handle({ body, params, tenant, principal, services, audit }) {
      requireFieldsOfAction(body);
      await requireReferences(tenant, body);
      const { resource, correction } = await createCorrection(tenant, params.id, {
        action: body.action,
        iacProjectId: body.iac_project_id,
        address: body.address,
        reason: body.reason,
        createdBy: principal.id,
      });
      await requestInference(tenant, services, 'resource', [resource.id]);
      if (body.action === 'link' && body.iac_project_id !== undefined)
        await requestLocation(tenant, services, body.iac_project_id);
      audit({
        type: 'resource',
        id: resource.id,
        name: resource.name ?? resource.nativeId,
        details: { correction_id: correction.id, ...body },
      });
      return presentCorrection(correction);
    },
  }),
  operation({
    id: 'deleteMappingCorrection',
    method: 'DELETE',
    path: '/resources/{id}/mapping-corrections/{correction_id}',
    tag: mappingTag,
    summary: 'Undo a correction of a mapping',
    description: 'The mapping returns to the one that the states show.',
    access: 'mapping:correct',
    audit: 'mapping.correction_undone',
    success: [200, Deleted],
    async handle({ params, tenant, services, audit }) {
      const { resource, correction } = await deleteCorrection(tenant, params.id, params.correction_id);
      const { id, action, iacProjectId, address } = correction;
      await requestInference(tenant, services, 'resource', [resource.id]);
      audit({
        type: 'resource',
        id: resource.id,
        name: resource.name ?? resource.nativeId,
        details: { correction_id: id, action, iac_project_id: iacProjectId, address },
      });
      return { id, deleted: true };
    },
  }),
];

/** Starts a run that locates the address: a project without a state has no sync that does. */
async function requestLocation(tenant: Tenant, services: Services, projectId: string): Promise<void> {
  const project = await getProject(tenant, projectId);
  const repository = await getRepositoryRecord(tenant, project.repositoryId);
  await launchRun(tenant, services, {
    kind: 'detect_state_sources',
    subjectId: repository.id,
    description: repository.fullName,
  });
}

function presentCorrection(row: Row & { readonly stale: boolean }): z.input<typeof MappingCorrection> {
  return {
    id: row.id,
    action: row.action,
    iac_project_id: row.iacProjectId,
    address: row.address,
    reason: row.reason,
    stale: row.stale,
    created_by: row.createdBy,
    created_by_type: authorTypeOf(row.createdBy),
    created_at: iso(row.createdAt),
  };
}

function presentMapping(mapping: LocatedMapping): z.input<typeof CodeMapping>['mappings'][number] {
  return {
    iac_project_id: mapping.iacProjectId,
    repository_id: mapping.repositoryId,
    state_source_id: mapping.stateSourceId,
    address: mapping.address,
    code_address: mapping.codeAddress,
    file: mapping.file,
    line: mapping.line,
    commit_sha: mapping.commitSha,
    url: mapping.url,
    method: mapping.method,
    confidence: mapping.confidence,
    corrected: mapping.corrected,
    ...(mapping.conflict ? { conflict: true as const } : {}),
  };
}

/** @throws CatalogueError `validation_failed`. */
function requireFieldsOfAction({ action, address, iac_project_id: projectId }: z.output<typeof Body>): void {
  if (action === 'link' && address === undefined)
    throw errors.validationFailed('address', 'is required for link');
  if (action !== 'ignore') return;
  if (projectId !== undefined)
    throw errors.validationFailed('iac_project_id', 'cannot be combined with ignore');
  if (address !== undefined) throw errors.validationFailed('address', 'cannot be combined with ignore');
}

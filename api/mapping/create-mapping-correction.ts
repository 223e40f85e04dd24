import { z } from 'zod';
import { parseAddress } from '../../domain/mapping/address.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { createCorrection } from '../../db/mapping/match/mapping-correction-store.ts';
import { mappingCorrectionActions } from '../../domain/values.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { id, longText } from '../http/schemas.ts';
import { MappingCorrection, presentCorrection } from './correction-schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';
import { requireReferences } from './require-references.ts';

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

export const createMappingCorrection = operation({
  id: 'createMappingCorrection',
  method: 'POST',
  path: '/resources/{id}/mapping-corrections',
  tag,
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
    audit({
      type: 'resource',
      id: resource.id,
      name: resource.name ?? resource.nativeId,
      details: { correction_id: correction.id, ...body },
    });
    return presentCorrection(correction);
  },
});

/** @throws CatalogueError `validation_failed`. */
function requireFieldsOfAction({ action, address, iac_project_id: projectId }: z.output<typeof Body>): void {
  if (action === 'link' && address === undefined)
    throw errors.validationFailed('address', 'is required for link');
  if (action !== 'ignore') return;
  if (projectId !== undefined)
    throw errors.validationFailed('iac_project_id', 'cannot be combined with ignore');
  if (address !== undefined) throw errors.validationFailed('address', 'cannot be combined with ignore');
}

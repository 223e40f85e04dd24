import { z } from 'zod';
import { listSharedReferences } from '../../db/inventory/shared-reference-read-model.ts';
import type { SharedReferenceRow } from '../../db/inventory/shared-reference-read-model.ts';
import { readOnboardedAccount } from '../connections/accounts.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { SharedFrom } from './schemas.ts';

const SharedResource = z
  .object({
    id,
    region: z.string().describe('Region in which AWS lists the resource for the account'),
    resource_type: z.string(),
    native_id: z.string(),
    shared_from: SharedFrom,
    resource_id: id.optional().describe('Id of the resource; absent while no scan has stored the resource'),
  })
  .meta({ id: 'SharedResource' });

export const listSharedResourcesOperation = operation({
  id: 'listSharedResources',
  method: 'GET',
  path: '/aws/accounts/{id}/shared-resources',
  tag: 'Resources',
  summary: 'List the resources that other accounts share with an account',
  description:
    'A shared resource (a subnet, a transit gateway, a resolver rule) is stored once, in the account of its owner. If that ' +
    'account is not scanned, the resource is stored in one of the accounts that use it.',
  access: 'resources:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(SharedResource)],
  async handle(context) {
    const { tenant, params, query } = context;
    await readOnboardedAccount(tenant, params.id);
    const { request, envelope } = pager(context, `resources shared with ${params.id}`, query);
    const rows = await listSharedReferences(tenant, params.id, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (row) => [row.id]),
      presentReference,
    );
  },
});

function presentReference(row: SharedReferenceRow) {
  const { id: referenceId, region, resourceType, nativeId } = row;
  return {
    id: referenceId,
    region,
    resource_type: resourceType,
    native_id: nativeId,
    shared_from: { account_id: row.ownerAccountNumber, arn: row.arn },
    resource_id: row.resourceId,
  };
}

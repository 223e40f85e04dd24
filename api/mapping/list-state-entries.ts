import { z } from 'zod';
import { stateEntryClasses } from '../../domain/values.ts';
import { listStateEntries as list } from '../../db/mapping/states/state-entry-read-model.ts';
import type { ListedStateEntry } from '../../db/mapping/states/state-entry-read-model.ts';
import { getStateSource } from '../../db/mapping/states/state-source-read-model.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm, id } from '../http/schemas.ts';
import { stateSourcesTag as tag } from './schemas.ts';

const StateEntry = z
  .object({
    address: z.string(),
    code_address: z.string().describe('The address without instance keys'),
    resource_type: z.string().describe('The Terraform type when it has no type of the inventory'),
    class: z.enum(stateEntryClasses),
    reason: z.string().optional(),
    resource_id: id.optional(),
    identity: freeForm.describe('`{arn?, id?, account_id?, region?, …}`'),
  })
  .meta({ id: 'StateEntry' });

export const listStateEntries = operation({
  id: 'listStateEntries',
  method: 'GET',
  path: '/state-sources/{id}/entries',
  tag,
  summary: 'List the entries of a Terraform state',
  access: 'mapping:read',
  query: z.strictObject({
    ...pagingParameters,
    class: repeatable(z.enum(stateEntryClasses)),
    resource_type: repeatable(z.string().min(1).max(200)),
    q: z.string().min(1).max(200).optional().describe('Part of the address, the ARN or the id'),
  }),
  success: [200, listOf(StateEntry)],
  async handle(context) {
    const { id: sourceId } = await getStateSource(context.tenant, context.params.id);
    const { request, envelope } = pager(context, `state_entries:${sourceId}`, context.query);
    const after = request.after?.[0]?.toString();
    const rows = await list(context.tenant, sourceId, context.query, request.limit, after);
    return envelope(
      cutPage(rows, request.limit, ({ address }) => [address]),
      presentEntry,
    );
  },
});

function presentEntry(entry: ListedStateEntry): z.input<typeof StateEntry> {
  return {
    address: entry.address,
    code_address: entry.codeAddress,
    resource_type: entry.resourceType,
    class: entry.class,
    reason: entry.reason,
    resource_id: entry.resourceId,
    identity: { ...entry.identity },
  };
}

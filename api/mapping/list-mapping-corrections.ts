import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { listCorrections } from '../../db/mapping/match/mapping-correction-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { MappingCorrection, presentCorrection } from './correction-schemas.ts';
import { mappingTag as tag } from './coverage-schemas.ts';

export const listMappingCorrections = operation({
  id: 'listMappingCorrections',
  method: 'GET',
  path: '/resources/{id}/mapping-corrections',
  tag,
  summary: 'List the corrections of a mapping that are in force',
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
});

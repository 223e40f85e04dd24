import { z } from 'zod';
import { stateSourceOrigins, stateSourceStatuses } from '../../domain/values.ts';
import { listStateSources as list } from '../../db/mapping/states/state-source-read-model.ts';
import { cutPage, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { presentStateSource, StateSource, stateSourcesTag as tag } from './schemas.ts';

export const listStateSources = operation({
  id: 'listStateSources',
  method: 'GET',
  path: '/state-sources',
  tag,
  summary: 'List Terraform state sources',
  access: 'state_sources:read',
  query: z.strictObject({
    ...pagingParameters,
    status: repeatable(z.enum(stateSourceStatuses)),
    origin: repeatable(z.enum(stateSourceOrigins)),
    aws_account_id: repeatable(id),
  }),
  success: [200, listOf(StateSource)],
  async handle(context) {
    const { request, envelope } = pager(context, 'state_sources', context.query);
    const rows = await list(context.tenant, context.query, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, ({ id }) => [id]),
      presentStateSource,
    );
  },
});

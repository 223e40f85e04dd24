import { z } from 'zod';
import { listIngestTokens as read } from '../../db/organizations/ingest-token-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { IngestToken, presentIngestToken } from './schemas.ts';

export const listIngestTokens = operation({
  id: 'listIngestTokens',
  method: 'GET',
  path: '/organization/ingest-tokens',
  tag: 'Organization',
  summary: 'List ingest tokens',
  access: 'ingest_tokens:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(IngestToken)],
  async handle(context) {
    const { request, envelope } = pager(context, 'ingest-tokens', context.query);
    const rows = await read(context.tenant, request.limit, request.after?.[0]?.toString());
    return envelope(
      cutPage(rows, request.limit, (token) => [token.id]),
      presentIngestToken,
    );
  },
});

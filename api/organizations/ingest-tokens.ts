import { z } from 'zod';
import {
  createIngestToken,
  listIngestTokens,
  revokeIngestToken,
} from '../../db/organizations/ingest-token-store.ts';
import type { IngestToken as IngestTokenRow } from '../../db/organizations/ingest-token-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { boundedInstant, Deleted, id, iso, shortText, timestamp } from '../http/schemas.ts';
import { createTokenText } from './token-text.ts';

export const IngestToken = z
  .object({
    id,
    name: z.string(),
    prefix: z.string(),
    created_by: id,
    created_at: timestamp,
    last_used_at: timestamp.optional(),
    expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'IngestToken' });

export const ingestTokenOperations = [
  operation({
    id: 'listIngestTokens',
    method: 'GET',
    path: '/organization/ingest-tokens',
    tag: 'Organization',
    summary: 'List ingest tokens',
    description:
      'Lists the tokens for CI pipelines, without their secrets. Revoked and expired ones are included.',
    access: 'ingest_tokens:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(IngestToken)],
    async handle(context) {
      const { request, envelope } = pager(context, 'ingest-tokens', context.query);
      const rows = await listIngestTokens(context.tenant, request.limit, request.after?.[0]?.toString());
      return envelope(
        cutPage(rows, request.limit, (token) => [token.id]),
        presentIngestToken,
      );
    },
  }),
  operation({
    id: 'createIngestToken',
    method: 'POST',
    path: '/organization/ingest-tokens',
    tag: 'Organization',
    summary: 'Create an ingest token',
    description:
      '`token` is returned once. It is accepted by `/ingest/*` operations only. An organization has at most 50 active tokens.',
    access: 'ingest_tokens:manage',
    audit: 'ingest_token.created',
    errors: ['conflict'],
    body: z.strictObject({
      name: shortText,
      expires_at: boundedInstant.refine((at) => at.getTime() > Date.now(), 'must be in the future').nullish(),
    }),
    success: [201, IngestToken.extend({ token: z.string() }).meta({ id: 'CreatedIngestToken' })],
    async handle({ body, principal, tenant, audit }) {
      const { token, prefix, tokenHash } = createTokenText('ingest_token');
      const row = await createIngestToken(tenant, {
        name: body.name,
        prefix,
        tokenHash,
        createdBy: principal.id,
        expiresAt: body.expires_at ?? undefined,
      });
      audit({ id: row.id, name: row.name });
      return { ...presentIngestToken(row), token };
    },
  }),
  operation({
    id: 'revokeIngestToken',
    method: 'DELETE',
    path: '/organization/ingest-tokens/{id}',
    tag: 'Organization',
    summary: 'Revoke an ingest token',
    description:
      'Requests with the token are refused at once. The token stays in the list with `revoked_at`.',
    access: 'ingest_tokens:manage',
    audit: 'ingest_token.revoked',
    success: [200, Deleted],
    async handle({ params, tenant, audit }) {
      const token = await revokeIngestToken(tenant, params.id);
      audit({ id: token.id, name: token.name });
      return { id: token.id, deleted: true };
    },
  }),
];

export function presentIngestToken(token: IngestTokenRow): z.input<typeof IngestToken> {
  return {
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    created_by: token.createdBy,
    created_at: iso(token.createdAt),
    last_used_at: iso(token.lastUsedAt),
    expires_at: iso(token.expiresAt),
    revoked_at: iso(token.revokedAt),
  };
}

import { z } from 'zod';
import { createIngestToken as store } from '../../db/organizations/ingest-token-store.ts';
import { operation } from '../http/operation.ts';
import { boundedInstant, shortText } from '../http/schemas.ts';
import { createIngestTokenText } from './ingest-token-text.ts';
import { IngestToken, presentIngestToken } from './schemas.ts';

export const createIngestToken = operation({
  id: 'createIngestToken',
  method: 'POST',
  path: '/organization/ingest-tokens',
  tag: 'Organization',
  summary: 'Create an ingest token',
  description: '`token` is returned once. It is accepted by `/ingest/*` operations only.',
  access: 'ingest_tokens:manage',
  audit: 'ingest_token.created',
  body: z.strictObject({
    name: shortText,
    expires_at: boundedInstant.refine((at) => at.getTime() > Date.now(), 'must be in the future').nullish(),
  }),
  success: [201, IngestToken.extend({ token: z.string() })],
  async handle({ body, principal, tenant, audit }) {
    const { token, prefix, tokenHash } = createIngestTokenText();
    const row = await store(tenant, {
      name: body.name,
      prefix,
      tokenHash,
      createdBy: principal.id,
      expiresAt: body.expires_at ?? undefined,
    });
    audit({ id: row.id, name: row.name });
    return { ...presentIngestToken(row), token };
  },
});

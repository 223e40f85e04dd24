import { revokeIngestToken as store } from '../../db/organizations/ingest-token-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';

export const revokeIngestToken = operation({
  id: 'revokeIngestToken',
  method: 'DELETE',
  path: '/organization/ingest-tokens/{id}',
  tag: 'Organization',
  summary: 'Revoke an ingest token',
  access: 'ingest_tokens:manage',
  audit: 'ingest_token.revoked',
  success: [200, Deleted],
  async handle({ params, tenant, audit }) {
    const token = await store(tenant, params.id);
    audit({ id: token.id, name: token.name });
    return { id: token.id, deleted: true };
  },
});

import { tenantAccess } from './access.ts';

/** Idempotency keys and rate limits of the API. */
export const http = String.raw`
create table idempotency_keys (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  principal_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer_sealed text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (organization_id, id),
  constraint idempotency_keys_key unique (organization_id, principal_id, operation, key),
  constraint idempotency_keys_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint idempotency_keys_answer_check check ((status is null) = (answer_sealed is null))
);
create index idempotency_keys_expiry_index on idempotency_keys (organization_id, expires_at);

-- Rate limits apply before the organization of a request is known, so this table has no organization_id and no row-level
-- security. Keys are hashes.
create unlogged table rate_limits (
  key text not null,
  hits integer not null,
  resets_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_expiry_index on rate_limits (resets_at);

grant select, insert, update, delete on rate_limits to inventory_app;
${tenantAccess(['idempotency_keys'])}
`;

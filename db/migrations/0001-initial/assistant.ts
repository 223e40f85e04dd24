import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Settings, conversations, turns and the audit log of the assistant. */
export const assistant = String.raw`
-- The settings of an organization. counted_turns: the questions that were accepted on the UTC day counted_on. Deleted
-- conversations keep counting.
create table ai_settings (
  organization_id uuid not null,
  enabled boolean not null default true,
  model text,
  data_mode text not null default 'full',
  daily_turn_limit integer not null default 200,
  retention_days integer not null default 90,
  counted_on date not null default (now() at time zone 'UTC')::date,
  counted_turns integer not null default 0,
  updated_at timestamptz not null default now(),
  constraint ai_settings_pkey primary key (organization_id),
  constraint ai_settings_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint ai_settings_data_mode_check check (data_mode in ('full', 'schema_only')),
  constraint ai_settings_daily_turn_limit_check check (daily_turn_limit >= 0 and daily_turn_limit <= 100000),
  constraint ai_settings_retention_days_check check (retention_days >= 1 and retention_days <= 730)
);

-- title is null until a user sets it or asks the first question.
create table ai_conversations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  title text,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_turn_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint ai_conversations_pkey primary key (organization_id, id),
  constraint ai_conversations_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint ai_conversations_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete cascade
);
create index ai_conversations_created_by_index on ai_conversations (organization_id, created_by, id);
create index ai_conversations_last_turn_index on ai_conversations (organization_id, last_turn_at);

-- A turn has the id of its run. The worker that runs attempt number attempt holds the lease until lease_expires_at: it writes
-- only while the turn is running and the attempt is its own. last_sequence: of the last event. input_tokens, output_tokens and
-- tool_calls include attempts that a reset voided. session_id: the session that asked.
create table ai_turns (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  asked_by uuid not null,
  session_id uuid not null,
  request_id text not null,
  status text not null default 'running',
  provider text not null,
  model text not null,
  data_mode text not null,
  question text not null,
  answer text,
  citations jsonb not null default '[]',
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  tool_calls integer not null default 0,
  error_code text,
  error_message text,
  attempt integer not null default 0,
  last_sequence integer not null default 0,
  lease_expires_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint ai_turns_pkey primary key (organization_id, id),
  constraint ai_turns_conversation_fkey foreign key (organization_id, conversation_id)
    references ai_conversations (organization_id, id) on delete cascade,
  constraint ai_turns_status_check check (status in ('completed', 'running', 'failed', 'cancelled')),
  constraint ai_turns_data_mode_check check (data_mode in ('full', 'schema_only')),
  constraint ai_turns_error_code_check check (error_code in ('cancelled', 'timeout', 'provider_unavailable',
    'provider_error', 'forbidden', 'internal_error'))
);
create unique index ai_turns_running_key on ai_turns (organization_id, conversation_id) where status = 'running';
create index ai_turns_conversation_index on ai_turns (organization_id, conversation_id, id);
create index ai_turns_lease_index on ai_turns (lease_expires_at) where status = 'running';

-- The events of a turn, with sequence numbers from 1 without gaps.
create table ai_turn_events (
  organization_id uuid not null,
  turn_id uuid not null,
  sequence integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint ai_turn_events_pkey primary key (organization_id, turn_id, sequence),
  constraint ai_turn_events_turn_fkey foreign key (organization_id, turn_id)
    references ai_turns (organization_id, id) on delete cascade,
  constraint ai_turn_events_type_check check (type in ('turn.started', 'turn.reset', 'tool.started', 'tool.completed',
    'text.delta', 'citation', 'turn.completed', 'turn.failed'))
);
create index ai_turn_events_created_index on ai_turn_events (organization_id, created_at);

-- One entry per turn and per tool call. Has no text and no reference to conversations and turns, so that it outlives them.
create table ai_audit_entries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  kind text not null,
  user_id uuid not null,
  conversation_id uuid not null,
  turn_id uuid not null,
  provider text not null,
  model text not null,
  status text not null,
  duration_ms bigint not null,
  request_id text not null,
  tool text,
  arguments jsonb,
  row_count integer,
  reference_ids uuid[],
  input_tokens bigint,
  output_tokens bigint,
  error_code text,
  constraint ai_audit_entries_pkey primary key (organization_id, id),
  constraint ai_audit_entries_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint ai_audit_entries_kind_check check (kind in ('turn', 'tool_call')),
  constraint ai_audit_entries_status_check check (status in ('completed', 'failed', 'cancelled', 'ok', 'refused', 'error'))
);
create index ai_audit_entries_occurred_index on ai_audit_entries (organization_id, occurred_at);
create index ai_audit_entries_user_index on ai_audit_entries (organization_id, user_id, id);
create index ai_audit_entries_conversation_index on ai_audit_entries (organization_id, conversation_id, id);
create index ai_audit_entries_turn_index on ai_audit_entries (organization_id, turn_id, id);

${definerFunctions(String.raw`
-- Returns running turns of all organizations whose lease has expired.
create function expired_turns(at_most integer) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id, t.id from ai_turns t
  where t.status = 'running' and t.lease_expires_at < now()
  order by t.lease_expires_at limit at_most
$$;

-- Returns the last sequence number of turns of any organization. Streams compare it with their position each second.
create function turn_positions(organizations uuid[], ids uuid[]) returns table (id uuid, last_sequence integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id, t.last_sequence
  from unnest(organizations, ids) wanted (organization_id, id)
  join ai_turns t on t.organization_id = wanted.organization_id and t.id = wanted.id
$$;
`)}

${tenantAccess(['ai_settings', 'ai_conversations', 'ai_turns'])}
-- Events and entries of the audit log cannot be changed.
${tenantAccess(['ai_turn_events', 'ai_audit_entries'], 'select, insert, delete')}
${definerReads(['ai_turns'])}
`;

import { tenantAccess } from './access.ts';

/** Applications, environments, and the resources that belong to applications. */
export const applications = String.raw`
-- Must be created after aws_connections. Postgres cascades the deletion of an organization in the order in which the
-- foreign keys were created, so it deletes the accounts before it checks that no account refers to an environment.
create table environments (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  class text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint environments_pkey primary key (organization_id, id),
  constraint environments_name_key unique (organization_id, name),
  constraint environments_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint environments_class_check check (
    class in ('production', 'staging', 'development', 'test', 'sandbox', 'shared'))
);

create table applications (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  criticality text not null default 'medium',
  lifecycle text not null default 'active',
  source text not null default 'manual',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint applications_pkey primary key (organization_id, id),
  constraint applications_slug_key unique (organization_id, slug),
  constraint applications_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint applications_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id),
  constraint applications_criticality_check check (criticality in ('critical', 'high', 'medium', 'low')),
  constraint applications_lifecycle_check check (lifecycle in ('planned', 'active', 'deprecated', 'retired')),
  constraint applications_source_check check (source in ('manual', 'inferred', 'imported'))
);

create table memberships (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  application_id uuid not null,
  resource_id uuid not null,
  status text not null,
  source text not null,
  confidence text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- No foreign key: deleting a rule must not update a million rows. A run clears it.
  rule_id uuid,
  -- Only rules with a condition related_to infer it. Such a membership does not count for related_to.
  only_related boolean not null default false,
  evidence jsonb not null default '[]',
  reviewed_by uuid,
  reviewed_at timestamptz,
  reason text,
  constraint memberships_pkey primary key (organization_id, id),
  constraint memberships_resource_key unique (organization_id, application_id, resource_id),
  constraint memberships_application_fkey foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade,
  constraint memberships_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint memberships_reviewed_by_fkey foreign key (organization_id, reviewed_by)
    references users (organization_id, id) on delete set null (reviewed_by),
  constraint memberships_status_check check (status in ('inferred', 'confirmed', 'rejected', 'declared', 'stale')),
  constraint memberships_source_check check (source in ('declared', 'rule', 'repository')),
  constraint memberships_confidence_check check (confidence in ('high', 'medium', 'low'))
);
create index memberships_resource_index on memberships (organization_id, resource_id);
create index memberships_rule_index on memberships (organization_id, rule_id) where rule_id is not null;
-- For the precision of rules.
create index memberships_verdict_index on memberships (organization_id, rule_id, reviewed_at)
  where rule_id is not null and status in ('confirmed', 'rejected');
create index memberships_application_index on memberships (organization_id, application_id, status, id);
-- For retention.
create index memberships_stale_index on memberships (organization_id, updated_at) where status = 'stale';

${tenantAccess(['environments', 'applications', 'memberships'])}
`;

/** Applications, and the resources that belong to them. */
export const applications = String.raw`
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
  constraint memberships_pkey primary key (organization_id, id),
  constraint memberships_resource_key unique (organization_id, application_id, resource_id),
  constraint memberships_application_fkey foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade,
  constraint memberships_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint memberships_status_check check (status in ('inferred', 'confirmed', 'rejected', 'declared', 'stale')),
  constraint memberships_source_check check (source in ('declared', 'rule')),
  constraint memberships_confidence_check check (confidence in ('high', 'medium', 'low'))
);
create index memberships_resource_index on memberships (organization_id, resource_id);
`;

/** Locations of Terraform addresses in code, and what they were computed from. */
export const up = String.raw`
-- The folder of the file; '.' for the root. The declarations of a module are the files of one folder.
alter table iac_documents add column folder text not null generated always as (
  case when strpos(path, '/') = 0 then '.' else regexp_replace(path, '/[^/]*$', '') end) stored;
create index iac_documents_folder_index on iac_documents (organization_id, repository_id, folder);

-- Literal locations of the AWS provider configurations of the root module: source, and alias, region and assumeRoleAccount where known.
alter table iac_projects add column provider_locations jsonb not null default '[]';

-- Projects whose addresses were located. The locations are out of date while located_version is not code_version.
create table code_location_states (
  organization_id uuid not null,
  iac_project_id uuid not null,
  -- A change of a document in one of the project's folders increases it.
  code_version bigint not null default 1,
  -- The code_version of the locations.
  located_version bigint not null default 0,
  -- Each computation that is stored increases it. Of two concurrent computations, the second one is repeated.
  revision bigint not null default 0,
  constraint code_location_states_pkey primary key (organization_id, iac_project_id),
  constraint code_location_states_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade
);

-- The folders on which the locations of a project depend, in any repository. They need not exist.
create table code_location_folders (
  organization_id uuid not null,
  iac_project_id uuid not null,
  repository_id uuid not null,
  folder text not null,
  constraint code_location_folders_pkey primary key (organization_id, repository_id, folder, iac_project_id),
  constraint code_location_folders_state_fkey foreign key (organization_id, iac_project_id)
    references code_location_states (organization_id, iac_project_id) on delete cascade,
  constraint code_location_folders_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade
);
create index code_location_folders_project_index on code_location_folders (organization_id, iac_project_id);

-- The git repositories that the code of a project names as module sources.
create table code_location_remotes (
  organization_id uuid not null,
  iac_project_id uuid not null,
  -- Host name and path, in lower case: github.com/acme/modules
  remote text not null,
  -- The repository and its default branch when the locations were computed; null when it was not known.
  repository_id uuid,
  default_branch text,
  constraint code_location_remotes_pkey primary key (organization_id, remote, iac_project_id),
  constraint code_location_remotes_state_fkey foreign key (organization_id, iac_project_id)
    references code_location_states (organization_id, iac_project_id) on delete cascade,
  constraint code_location_remotes_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete set null (repository_id)
);
create index code_location_remotes_project_index on code_location_remotes (organization_id, iac_project_id);
create index code_location_remotes_repository_index on code_location_remotes (organization_id, repository_id);

-- The block of an address, at the last scanned commit of the repository. An address that was not found has no row.
create table code_locations (
  organization_id uuid not null,
  iac_project_id uuid not null,
  code_address text not null,
  repository_id uuid not null,
  file text not null,
  line integer not null,
  confidence text not null,
  constraint code_locations_pkey primary key (organization_id, iac_project_id, code_address),
  constraint code_locations_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade,
  constraint code_locations_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint code_locations_confidence_check check (confidence in ('high', 'medium', 'low'))
);
create index code_locations_repository_index on code_locations (organization_id, repository_id);

alter table code_location_states enable row level security, force row level security;
create policy code_location_states_tenant on code_location_states to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on code_location_states to inventory_app;

alter table code_location_folders enable row level security, force row level security;
create policy code_location_folders_tenant on code_location_folders to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on code_location_folders to inventory_app;

alter table code_location_remotes enable row level security, force row level security;
create policy code_location_remotes_tenant on code_location_remotes to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on code_location_remotes to inventory_app;

alter table code_locations enable row level security, force row level security;
create policy code_locations_tenant on code_locations to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on code_locations to inventory_app;
`;

export const down = `
  drop table code_locations, code_location_remotes, code_location_folders, code_location_states;
  alter table iac_projects drop column provider_locations;
  drop index iac_documents_folder_index;
  alter table iac_documents drop column folder;
`;

/** Foreign keys to tables of a feature that is created later. */
export const cyclicForeignKeys = String.raw`
alter table invitations add constraint invitations_invited_by_fkey foreign key (organization_id, invited_by)
  references users (organization_id, id) on delete cascade;

alter table ingest_tokens add constraint ingest_tokens_created_by_fkey foreign key (organization_id, created_by)
  references users (organization_id, id) on delete cascade;

alter table aws_accounts add constraint aws_accounts_default_environment_fkey
  foreign key (organization_id, default_environment_id) references environments (organization_id, id);
`;

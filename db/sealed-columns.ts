/** The columns with sealed values. `npm run rotate-keys` updates them; a test compares the list with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'sessions', column: 'key_sealed' },
  { table: 'idempotency_keys', column: 'answer_sealed' },
  { table: 'second_factors', column: 'secret_sealed' },
  { table: 'sso_configurations', column: 'client_secret_sealed' },
  { table: 'secret_hash_keys', column: 'key_sealed' },
  { table: 'scm_connections', column: 'access_token_sealed' },
  { table: 'scm_connections', column: 'webhook_secret_sealed' },
  { table: 'hcp_terraform_connections', column: 'token_sealed' },
  { table: 'event_subscriptions', column: 'url_sealed' },
  { table: 'event_subscriptions', column: 'secret_sealed' },
  { table: 'event_subscriptions', column: 'previous_secret_sealed' },
];

/** The table has the primary key (organization_id, id). The column's name ends in `_sealed`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

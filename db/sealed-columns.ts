/** Every column that holds sealed values, with its table; `npm run rotate-keys` walks it. A test compares it with the catalogue. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'sessions', column: 'key_sealed' },
  { table: 'idempotency_keys', column: 'answer_sealed' },
  { table: 'secret_hash_keys', column: 'key_sealed' },
];

/** Tables here have the key (organization_id, id); the names of sealed columns end in `_sealed`. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

import pg from 'pg';

/** Queries as the owner's superuser: what a test looks at, and never through the product's door. */
export interface Owner {
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export function connectOwner(url: string): Owner {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // A test that restarts Postgres breaks idle connections.
  pool.on('error', () => undefined);
  return {
    async query<T extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<T>(sql, [...values])).rows;
    },
    close: () => pool.end(),
  };
}

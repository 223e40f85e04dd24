import pg from 'pg';

/** Queries a test database as superuser, without row-level security. */
export interface Owner {
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export function connectOwner(url: string): Owner {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // Ignores errors of idle connections: some tests restart Postgres.
  pool.on('error', () => undefined);
  return {
    async query<T extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<T>(sql, [...values])).rows;
    },
    close: () => pool.end(),
  };
}

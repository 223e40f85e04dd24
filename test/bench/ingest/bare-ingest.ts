import { randomUUID } from 'node:crypto';
import express from 'express';
import pg from 'pg';

/**
 * Baseline of the bench `ingest`: Express with `express.json()`, which stores a plan as one value and a report as one row,
 * without authentication, redaction, mapping and row-level security.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json({ limit: '64mb' }));
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
app.post('/plans', async (request, response) => {
  await pool.query('insert into bare_plans (id, plan) values ($1, $2)', [
    randomUUID(),
    JSON.stringify(request.body),
  ]);
  response.status(201).json({});
});
app.post('/executions', async (request, response) => {
  const { external_id: id, status } = request.body as { external_id: string; status: string };
  await pool.query({
    name: 'report',
    text: `insert into bare_executions (id, status, report) values ($1, $2, $3)
      on conflict (id) do update set status = excluded.status, report = excluded.report`,
    values: [id, status, JSON.stringify(request.body)],
  });
  response.status(201).json({});
});
await pool.query('create table if not exists bare_plans (id uuid primary key, plan jsonb not null)');
await pool.query(
  'create table if not exists bare_executions (id text primary key, status text not null, report jsonb not null)',
);
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    void pool.end().then(() => process.exit(0));
  });
});

import express from 'express';
import pg from 'pg';

/** Baseline: an Express handler that reads one organization by its id with pg. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
app.get('/organizations/:id', async (request, response) => {
  const { rows } = await pool.query({
    name: 'organization',
    text: 'select id, name, slug, settings, created_at, updated_at from organizations where id = $1',
    values: [request.params.id],
  });
  response.json(rows[0]);
});
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    void pool.end().then(() => process.exit(0));
  });
});

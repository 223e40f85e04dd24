import { z } from 'zod';
import { instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { findRun, listRuns } from '../../db/runs/run-store.ts';
import type { Run as RunRow } from '../../db/runs/run.ts';
import { errors } from '../../domain/errors.ts';
import { runKinds } from '../../domain/runs/run-kinds.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { id, iso, timestamp, runStatus } from '../http/schemas.ts';

const runKind = z.enum(Object.keys(runKinds) as [RunKind, ...RunKind[]]);

const Run = z
  .object({
    run_id: id,
    kind: runKind,
    status: runStatus,
    created_at: timestamp,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'BackgroundRun' });

export const runOperations = [
  operation({
    id: 'listRuns',
    method: 'GET',
    path: '/runs',
    tag: 'Meta',
    summary: 'List runs, newest first',
    description: 'Runs are the asynchronous work of the organization. Filters are combined with AND.',
    access: 'authenticated',
    callers: 'users_and_tokens',
    query: z.strictObject({
      ...pagingParameters,
      kind: repeatable(runKind),
      status: repeatable(runStatus),
      since: instant.optional().describe('Runs created at this time or later'),
    }),
    success: [200, listOf(Run)],
    async handle(context) {
      const { query, principal, tenant } = context;
      const { request, envelope } = pager(context, 'runs', query);
      const rows = await listRuns(tenant, principal.id, query, request.limit, readPosition(request.after));
      return envelope(
        cutPage(rows, request.limit, (run) => [run.position, run.id]),
        presentRun,
      );
    },
  }),
  operation({
    id: 'getRun',
    method: 'GET',
    path: '/runs/{run_id}',
    tag: 'Meta',
    summary: 'Get a run',
    description: 'A run is the asynchronous work of an operation that returned 202 with `run_id`.',
    access: 'authenticated',
    callers: 'users_and_tokens',
    success: [200, Run],
    async handle({ params, principal, tenant }) {
      const run = await findRun(tenant, params.run_id);
      if (run === undefined) throw errors.notFound();
      // A turn is visible only to the user who asked.
      if (run.kind === 'answer_turn' && run.requestedBy !== principal.id) throw errors.notFound();
      return presentRun(run);
    },
  }),
];

function presentRun(run: RunRow) {
  return {
    run_id: run.id,
    kind: run.kind,
    status: run.status,
    created_at: iso(run.createdAt),
    started_at: iso(run.startedAt),
    finished_at: iso(run.finishedAt),
    error: run.error,
  };
}

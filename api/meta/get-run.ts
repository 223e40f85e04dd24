import { z } from 'zod';
import { findRun } from '../../db/runs/run-store.ts';
import { errors } from '../../domain/errors.ts';
import { runKinds } from '../../domain/runs/run-kinds.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp, runStatus } from '../http/schemas.ts';

const Run = z
  .object({
    run_id: id,
    kind: z.enum(Object.keys(runKinds) as [RunKind, ...RunKind[]]),
    status: runStatus,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'BackgroundRun' });

export const getRunOperation = operation({
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
    return {
      run_id: run.id,
      kind: run.kind,
      status: run.status,
      started_at: iso(run.startedAt),
      finished_at: iso(run.finishedAt),
      error: run.error,
    };
  },
});

import { z } from 'zod';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { listRules } from '../../db/ownership/rules/rule-read-model.ts';
import type { CursorValue } from '../../domain/cursor.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { InferenceRule, presentRule, tag } from './rule-schemas.ts';

export const listInferenceRules = operation({
  id: 'listInferenceRules',
  method: 'GET',
  path: '/inference-rules',
  tag,
  summary: 'List inference rules in the order of evaluation',
  description: 'Rules are evaluated by priority; equal priorities by time of creation.',
  access: 'rules:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(InferenceRule)],
  async handle(context) {
    const { request, envelope } = pager(context, 'inference rules', context.query);
    const rows = await listRules(context.tenant, request.limit, positionOf(request.after));
    const pause = await findInferencePause(context.tenant);
    return envelope(
      cutPage(rows, request.limit, ({ priority, position, id }) => [priority, position, id]),
      (row) => presentRule(row, pause),
    );
  },
});

function positionOf(after: readonly CursorValue[] | undefined) {
  return after === undefined
    ? undefined
    : { priority: Number(after[0]), createdAt: String(after[1]), id: String(after[2]) };
}

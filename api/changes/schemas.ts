import { z } from 'zod';
import {
  changeAttributions,
  changeKinds,
  changeSources,
  confidences,
  explanationKinds,
} from '../../domain/values.ts';
import type { ChangeRow } from '../../db/changes/change-read-model.ts';
import { id, iso, omitNull, timestamp } from '../http/schemas.ts';

export const DiffEntry = z
  .object({
    op: z.enum(['add', 'remove', 'replace']),
    path: z.string().describe('JSON Pointer (RFC 6901)'),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ id: 'DiffEntry' });

export const Change = z
  .object({
    id,
    resource_id: id,
    aws_account_id: id,
    region: z.string(),
    resource_type: z.string(),
    kind: z.enum(changeKinds),
    occurred_at: timestamp,
    detected_at: timestamp,
    source: z.enum(changeSources),
    attribution: z.enum(changeAttributions),
    actor: z
      .object({ type: z.string().optional(), arn: z.string().optional(), name: z.string().optional() })
      .optional(),
    event_name: z.string().optional(),
    paths: z.array(z.string()),
    diff: z.array(DiffEntry),
    explained_by: z
      .object({
        kind: z.enum(explanationKinds),
        id,
        confidence: z.enum(confidences),
        address: z.string().optional(),
      })
      .optional()
      .describe('The execution, plan or pull request that explains the change, if known'),
  })
  .meta({ id: 'Change' });

export function presentChange(row: ChangeRow) {
  const { actor_type: type, actor_arn: arn, actor_name: name } = row;
  const hasActor = type !== null || arn !== null || name !== null;
  return {
    id: row.id,
    resource_id: row.resource_id,
    aws_account_id: row.aws_account_id,
    region: row.region,
    resource_type: row.resource_type,
    kind: row.kind,
    occurred_at: iso(row.occurred_at),
    detected_at: iso(row.detected_at),
    source: row.source,
    attribution: row.attribution,
    actor: hasActor ? { type: omitNull(type), arn: omitNull(arn), name: omitNull(name) } : undefined,
    event_name: omitNull(row.event_name),
    paths: row.paths,
    diff: row.diff,
    explained_by: presentExplanation(row),
  };
}

function presentExplanation(row: ChangeRow) {
  const { explained_by_kind: kind, explained_by_id: by, explained_by_confidence: confidence } = row;
  if (kind === null || by === null || confidence === null) return undefined;
  return { kind, id: by, confidence, address: omitNull(row.explained_by_address) };
}

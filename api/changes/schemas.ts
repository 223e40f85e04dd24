import { z } from 'zod';
import {
  changeAttributions,
  changeKinds,
  changeSources,
  confidences,
  explanationKinds,
} from '../../domain/values.ts';
import type { ChangeRow } from '../../db/changes/change-read-model.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

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
  const { actorType: type, actorArn: arn, actorName: name } = row;
  const hasActor = type !== undefined || arn !== undefined || name !== undefined;
  return {
    id: row.id,
    resource_id: row.resourceId,
    aws_account_id: row.awsAccountId,
    region: row.region,
    resource_type: row.resourceType,
    kind: row.kind,
    occurred_at: iso(row.occurredAt),
    detected_at: iso(row.detectedAt),
    source: row.source,
    attribution: row.attribution,
    actor: hasActor ? { type: type, arn: arn, name: name } : undefined,
    event_name: row.eventName,
    paths: row.paths,
    diff: row.diff,
    explained_by: presentExplanation(row),
  };
}

function presentExplanation(row: ChangeRow) {
  const { explainedByKind: kind, explainedById: by, explainedByConfidence: confidence } = row;
  if (kind === undefined || by === undefined || confidence === undefined) return undefined;
  return { kind, id: by, confidence, address: row.explainedByAddress };
}

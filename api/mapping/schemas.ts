import { z } from 'zod';
import { findUnknownRegion } from '../../domain/connections/aws-regions.ts';
import { isBucketName, isStateKey } from '../../domain/mapping/state-object.ts';
import { stateSourceKinds, stateSourceOrigins, stateSourceStatuses } from '../../domain/values.ts';
import type { StateSourceRecord } from '../../db/mapping/states/state-source-read-model.ts';
import { id, iso, timestamp } from '../http/schemas.ts';

export const stateSourcesTag = 'State sources';

export const StateSource = z
  .object({
    id,
    kind: z.enum(stateSourceKinds),
    config: z.object({
      bucket: z.string(),
      key: z.string(),
      region: z.string().optional(),
      workspace: z.string().optional(),
    }),
    aws_account_id: id.optional().describe('The account whose role reads the state'),
    iac_project_id: id.optional().describe('The project that a user chose'),
    origin: z.enum(stateSourceOrigins),
    status: z.enum(stateSourceStatuses),
    last_synced_at: timestamp.optional().describe('When the state was last read, or found unchanged'),
    last_error: z.string().optional().describe('`<code>: <sentence>`'),
    created_at: timestamp,
  })
  .meta({ id: 'StateSource' });

export const stateSourceFields = {
  bucket: z
    .string()
    .refine(isBucketName, 'must be 3 to 255 characters: letters, digits, dots, hyphens and underscores'),
  key: z
    .string()
    .refine(isStateKey, 'must be 1 to 1,024 bytes without control characters, and without / at either end')
    .describe('The whole key of the object, with the prefix of the workspace'),
  region: z
    .string()
    .max(40)
    .refine((region) => findUnknownRegion([region]) === undefined, 'is not an AWS region')
    .describe('The region of the bucket; default: the one that S3 returns'),
  aws_account_id: id.describe(
    'The account whose role reads the state; default: the account whose inventory has the bucket',
  ),
  iac_project_id: id.describe('The project that the state belongs to'),
};

export function presentStateSource(source: StateSourceRecord): z.input<typeof StateSource> {
  return {
    id: source.id,
    kind: source.kind,
    config: { bucket: source.bucket, key: source.key, region: source.region, workspace: source.workspace },
    aws_account_id: source.awsAccountId,
    iac_project_id: source.iacProjectId,
    origin: source.origin,
    status: source.shownStatus,
    last_synced_at: iso(source.lastSyncedAt),
    last_error: source.lastError,
    created_at: iso(source.createdAt),
  };
}

import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { listRevisions } from '../../db/inventory/revision-read-model.ts';
import type { RevisionRow } from '../../db/inventory/revision-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { DiffEntry } from '../changes/schemas.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { freeForm, id, iso, timestamp } from '../http/schemas.ts';
import { presentFreshness } from './present-freshness.ts';
import { Freshness } from './schemas.ts';

const Revision = z
  .object({
    revision: z.int(),
    config_hash: z.string(),
    observed_at: timestamp,
    scan_id: id.optional(),
    configuration: freeForm,
    tags: z.record(z.string(), z.string()),
    diff: z.array(DiffEntry).describe('Changes since the previous revision'),
  })
  .meta({ id: 'Revision' });

export const listResourceRevisions = operation({
  id: 'listResourceRevisions',
  method: 'GET',
  path: '/resources/{id}/revisions',
  tag: 'Resources',
  summary: 'List the revisions of a resource, newest first',
  access: 'resources:read',
  transaction: 'snapshot',
  query: z.strictObject({ ...pagingParameters }),
  success: [200, listOf(Revision).extend({ freshness: Freshness })],
  async handle(context) {
    const { query, tenant, params } = context;
    const resourceId = params.id;
    const { request, envelope } = pager(context, `revisions of ${resourceId}`, query);
    const before = request.after === undefined ? undefined : Number(request.after[0]);
    const rows = await listRevisions(tenant, resourceId, request.limit, before);
    if (rows === undefined) throw errors.notFound();
    return {
      ...envelope(
        cutPage(rows, request.limit, (row) => [row.revision]),
        presentRevision,
      ),
      freshness: presentFreshness(await freshnessOf(tenant)),
    };
  },
});

function presentRevision(row: RevisionRow) {
  const { revision, configHash, configuration, tags, diff } = row;
  return {
    revision,
    config_hash: configHash,
    configuration,
    tags,
    diff,
    observed_at: iso(row.observedAt),
    scan_id: row.scanId,
  };
}

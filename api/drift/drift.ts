import { z } from 'zod';
import { flag, repeatable } from '../../commands/inventory/parameter-values.ts';
import { filterOf, resourceFilterQuery } from '../../commands/inventory/resource-parameters.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { countDrift, driftFacetNames, listDifferences, listDrift } from '../../db/drift/drift-read-model.ts';
import type { DriftedAttribute, DriftedResource } from '../../db/drift/drift-read-model.ts';
import { listChangesAfterWrite } from '../../db/drift/drift-changes.ts';
import type { DriftChange } from '../../db/drift/drift-changes.ts';
import { isAtPath, pathOfKey } from '../../domain/drift/is-at-path.ts';
import { accountFields } from '../connections/account-parameters.ts';
import { cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';

export const driftTag = 'Drift';

export const DriftAttribute = z
  .object({
    attribute: z.string().describe('Of the Terraform type, or `tags.<tag>`'),
    path: z.string().describe('Of the configuration of the resource'),
    address: z.string(),
    expected: z
      .string()
      .optional()
      .describe('In the state; `hmac-sha256:` before the hash of a secret or long value'),
    actual: z.string().optional().describe('In AWS'),
    since: timestamp,
    muted_by: id.optional(),
  })
  .meta({ id: 'DriftAttribute' });

const Drift = z
  .object({
    resource_id: id,
    name: z.string(),
    resource_type: z.string(),
    ...accountFields,
    iac_project_id: id.optional(),
    state_source_id: id,
    address: z.string(),
    since: timestamp,
    checked_at: timestamp,
    attributes: z.array(DriftAttribute),
    changes: z
      .array(id)
      .describe(
        'Changes after the state was written, of the attributes that count; with `muted`, of the muted ones',
      ),
    actor: z
      .object({ type: z.string(), arn: z.string().optional(), name: z.string().optional() })
      .optional()
      .describe('Of the last of the changes that CloudTrail attributes exactly'),
  })
  .meta({ id: 'Drift' });

const FacetList = z.array(z.object({ value: z.string(), count: z.int() }));
const {
  as_of: _asOf,
  include_deleted: _includeDeleted,
  drift: _drift,
  ...resourceQuery
} = resourceFilterQuery;

export const driftOperations = [
  operation({
    id: 'listDrift',
    method: 'GET',
    path: '/drift',
    tag: driftTag,
    summary: 'List resources that differ from the state of their code',
    description:
      'Compares what AWS returned last with what the state says that code last applied. Newest `since` first. Without `muted`, ' +
      'muted differences are left out.',
    access: 'mapping:read',
    transaction: 'snapshot',
    query: z.strictObject({
      ...resourceQuery,
      attribute: repeatable(z.string().min(1).max(300)).describe(
        'Attribute of the Terraform type that differs, or `tags.<tag>`',
      ),
      muted: flag.optional().describe('Whether a rule mutes the differences. Default: `false`'),
      ...pagingParameters,
    }),
    success: [
      200,
      z.object({
        items: z.array(Drift),
        next_cursor: z.string().optional(),
        total: z.int(),
        facets: z.object(
          Object.fromEntries(driftFacetNames.map((name) => [name, FacetList])) as Record<
            (typeof driftFacetNames)[number],
            typeof FacetList
          >,
        ),
        freshness: Freshness,
      }),
    ],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'drift', query);
      const filter = {
        resources: await filterOf(tenant, query),
        attributes: query.attribute,
        muted: query.muted,
      };
      const [since, lastId] = request.after ?? [];
      const after =
        since === undefined || lastId === undefined ? undefined : ([String(since), String(lastId)] as const);
      const rows = await listDrift(tenant, filter, request.limit, after);
      const page = cutPage(rows, request.limit, (row) => [row.position, row.resourceId]);
      const ids = page.rows.map(({ resourceId }) => resourceId);
      const differences = Map.groupBy(await listDifferences(tenant, ids), ({ resourceId }) => resourceId);
      const changes = Map.groupBy(await listChangesAfterWrite(tenant, ids), ({ resourceId }) => resourceId);
      const { total, facets } = await countDrift(tenant, filter);
      return {
        ...envelope(page, (row) =>
          present(row, differences.get(row.resourceId) ?? [], changes.get(row.resourceId) ?? [], query.muted),
        ),
        total,
        facets: Object.fromEntries(driftFacetNames.map((name) => [name, [...facets[name]]])) as {
          [Name in (typeof driftFacetNames)[number]]: { value: string; count: number }[];
        },
        freshness: presentFreshness(await freshnessOf(tenant)),
      };
    },
  }),
];

function present(
  row: DriftedResource,
  attributes: readonly DriftedAttribute[],
  changes: readonly DriftChange[],
  muted: boolean | undefined,
): z.input<typeof Drift> {
  const counted = attributes.filter(({ mutedBy }) => (mutedBy !== undefined) === (muted ?? false));
  const isOf = (change: DriftChange) => (attribute: DriftedAttribute) =>
    attribute.stateSourceId === change.stateSourceId &&
    change.paths.some((pointer) => isAtPath(pointer, pathOf(attribute)));
  const found = changes.filter((change) => counted.some(isOf(change)));
  // A change can be of the differences to several states.
  const listed = [...new Map(found.map((change) => [change.id, change])).values()];
  const actor = listed.findLast(
    ({ attribution, actorType }) => attribution === 'exact' && actorType !== undefined,
  );
  return {
    resource_id: row.resourceId,
    name: row.name,
    resource_type: row.resourceType,
    aws_account_id: row.awsAccountId,
    account_id: row.accountId,
    account_name: row.accountName,
    iac_project_id: row.iacProjectId,
    state_source_id: row.stateSourceId,
    address: row.address,
    since: iso(row.since),
    checked_at: iso(row.checkedAt),
    attributes: attributes.map(presentDriftAttribute),
    changes: listed.map((change) => change.id),
    ...(actor === undefined
      ? {}
      : { actor: { type: actor.actorType ?? '', arn: actor.actorArn, name: actor.actorName } }),
  };
}

export function presentDriftAttribute(difference: DriftedAttribute): z.input<typeof DriftAttribute> {
  const { attribute, address, expected, actual, since, mutedBy } = difference;
  const isTag = attribute.startsWith('tags.');
  return {
    attribute,
    path: pathOf(difference),
    address,
    // The form of a tag begins with "=", so that an empty tag is not an absent one.
    expected: isTag ? expected?.slice(1) : expected,
    actual: isTag ? actual?.slice(1) : actual,
    since: iso(since),
    muted_by: mutedBy,
  };
}

function pathOf({ key, terraformType }: DriftedAttribute): string {
  return pathOfKey(terraformType, key);
}

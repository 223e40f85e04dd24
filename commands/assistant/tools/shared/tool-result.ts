import type { HistoryTime } from '../../../../domain/inventory/history-time.ts';
import type {
  ToolFreshness,
  ToolGroup,
  ToolResult,
  ToolRow,
} from '../../../../domain/assistant/tool-response.ts';
import { toolLimits } from '../../../../domain/assistant/turn-limits.ts';
import { listFreshness, toFreshness } from '../../../../db/inventory/search/freshness.ts';
import { timeText } from './entities.ts';
import type { Entity } from './entities.ts';
import type { ToolContext } from './tool.ts';

export interface FreshnessScope {
  /** The accounts that the call reads. Default: all. */
  readonly accountIds?: readonly string[] | undefined;
  readonly asOf?: HistoryTime | undefined;
}

/** Returns the freshness of the connected accounts that a call reads. */
export async function readFreshness(
  { tenant }: ToolContext,
  { accountIds, asOf }: FreshnessScope = {},
): Promise<ToolFreshness> {
  const accounts = (await listFreshness(tenant, asOf)).filter(
    ({ awsAccountId: id }) => accountIds === undefined || accountIds.includes(id),
  );
  const { oldestSuccessfulScanAt, staleAccounts } = toFreshness(accounts);
  return {
    data_as_of: timeText(oldestSuccessfulScanAt) ?? null,
    stale_accounts: staleAccounts.map(({ awsAccountId: id, accountId, name }) => ({
      id,
      name: name === undefined || name === '' ? accountId : name,
    })),
    never_scanned: accounts.filter(({ lastSuccessfulScanAt: time }) => time === undefined).length,
  };
}

/** What a tool read of a list. */
export interface ReadList extends FreshnessScope {
  readonly total: number | null;
  readonly subject?: Entity | undefined;
  readonly summary?: ToolResult['summary'];
  /** The groups, at least the 50 largest; without them, the call returns rows. */
  readonly groups?: readonly ToolGroup[] | undefined;
  /** The number of groups. Default: the length of `groups`. */
  readonly groupCount?: number | undefined;
  /** Default: 50. */
  readonly groupLimit?: number | undefined;
  /** Returns one row more than the limit when there are more. Not called for a count. */
  readonly rows: (limit: number) => Promise<readonly ToolRow[]>;
}

/** The arguments of a call that limit its rows. */
export interface ListRequest {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly count_only?: boolean | undefined;
}

/** Returns the result of a list or a count. At most 50 rows, or groups up to their limit; `truncated` says whether more exist. */
export async function listResult(
  context: ToolContext,
  request: ListRequest,
  list: ReadList,
): Promise<ToolResult> {
  const { total, subject, groups, summary, rows: read } = list;
  const { groupLimit = toolLimits.rows } = list;
  const groupCount = list.groupCount ?? groups?.length ?? 0;
  const freshness = await readFreshness(context, list);
  const limit = Math.min(request.limit ?? toolLimits.rows, toolLimits.rows);
  const isCount = request.count_only === true || groups !== undefined;
  const { offset = 0 } = request;
  const rows = isCount ? [] : (await read(offset + limit)).slice(offset);
  return {
    rows: rows.slice(0, limit),
    ...(isCount ? {} : { offset }),
    total,
    truncated: rows.length > limit || groupCount > groupLimit,
    ...(groups === undefined ? {} : { groups: groups.slice(0, groupLimit) }),
    ...(subject === undefined ? {} : { subject }),
    ...(groups === undefined && summary === undefined
      ? {}
      : { summary: { ...summary, ...(groups === undefined ? {} : { group_count: groupCount }) } }),
    freshness,
  };
}

/** Counts each value of a filter, or each of the values that the call filters by; largest first, without zeros. */
export async function countEach<T extends string>(
  values: readonly T[],
  filter: readonly string[] | undefined,
  count: (value: T) => Promise<number>,
): Promise<readonly ToolGroup[]> {
  const groups: ToolGroup[] = [];
  for (const value of values) {
    if (filter !== undefined && !filter.includes(value)) continue;
    const found = await count(value);
    if (found > 0) groups.push({ key: value, count: found });
  }
  return groups.toSorted((a, b) => b.count - a.count);
}

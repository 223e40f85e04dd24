import type { ListCall, PageRule } from '../../../domain/discovery/declaration/collector.ts';
import { select } from '../../../domain/json/path.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { Json } from '../../../domain/json/json.ts';
import type { AwsCaller, AwsRequest } from '../../../clients/aws/aws-caller.ts';
import { PagingError, pageTokenCheck } from './page-tokens.ts';

/** Names of page tokens in AWS APIs, in output and input, in the order in which they are tried. */
const pageTokens: readonly (readonly [output: string, input: string])[] = [
  ['NextToken', 'NextToken'],
  ['nextToken', 'nextToken'],
  ['NextContinuationToken', 'ContinuationToken'],
  ['ContinuationToken', 'ContinuationToken'],
  ['NextMarker', 'Marker'],
  ['nextMarker', 'marker'],
  ['Marker', 'Marker'],
  ['marker', 'marker'],
  ['position', 'position'],
  ['PaginationToken', 'PaginationToken'],
  ['NextPageToken', 'NextPageToken'],
  ['nextPageToken', 'nextPageToken'],
];
const moreFlags = ['IsTruncated', 'Truncated', 'HasMoreResults', 'HasMoreStreams'];

/** Yields every page of a list call. @throws PagingError when a response is truncated but has no new token. */
export async function* pageThrough(
  caller: AwsCaller,
  request: AwsRequest,
  rule: ListCall['page'],
): AsyncGenerator<{ [key: string]: Json }> {
  let input: object = request.input ?? {};
  const check = pageTokenCheck(request.operation);
  for (;;) {
    const page = toJson(await caller.call({ ...request, input })) as { [key: string]: Json };
    yield page;
    const tokens = nextTokens(page, rule);
    if (tokens === null) return;
    check(JSON.stringify(tokens));
    input = { ...request.input, ...tokens };
  }
}

function nextTokens(page: { [key: string]: Json }, rule: PageRule | false | undefined): object | null {
  if (rule === false) return null;
  if (rule !== undefined) return declaredTokens(page, rule);
  if (moreFlags.some((flag) => page[flag] === false)) return null;
  const found = pageTokens.find(([output]) => typeof page[output] === 'string' && page[output] !== '');
  if (found) return { [found[1]]: page[found[0]] };
  if (moreFlags.some((flag) => page[flag] === true))
    throw new PagingError('The response has more pages, but no page token');
  return null;
}

function declaredTokens(page: Json, rule: PageRule): object | null {
  if (rule.more !== undefined && select(page, rule.more)[0] !== true) return null;
  const tokens = Object.entries(rule.tokens).flatMap(([input, path]) => {
    const value = select(page, path).at(-1);
    return value === undefined || value === null || value === '' ? [] : [[input, value] as const];
  });
  if (tokens.length > 0) return Object.fromEntries(tokens);
  if (rule.more !== undefined) throw new PagingError('The response has more pages, but no page token');
  return null;
}

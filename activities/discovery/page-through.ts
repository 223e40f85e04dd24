import type { ListCall, PageRule } from '../../domain/discovery/collector.ts';
import { select } from '../../domain/discovery/path.ts';
import { toJson } from '../../domain/discovery/to-json.ts';
import type { Json } from '../../domain/json.ts';
import type { AwsCaller, AwsRequest } from '../../clients/aws/aws-clients.ts';

/** Token names of AWS's APIs, output and input, in the order in which they are looked for. */
const TOKENS: readonly (readonly [output: string, input: string])[] = [
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
const MORE_FLAGS = ['IsTruncated', 'Truncated', 'HasMoreResults', 'HasMoreStreams'];

/** Every page of a list call, as AWS answered it. Throws when AWS says there is more and does not say how to get it. */
export async function* pageThrough(
  caller: AwsCaller,
  request: AwsRequest,
  rule: ListCall['page'],
): AsyncGenerator<{ [key: string]: Json }> {
  let input: object = request.input ?? {};
  let previous = '';
  for (;;) {
    const answer = toJson(await caller.call({ ...request, input })) as { [key: string]: Json };
    yield answer;
    const tokens = nextTokens(answer, rule);
    if (tokens === null) return;
    const asked = JSON.stringify(tokens);
    if (asked === previous) throw new PagingError(`${request.operation} gave the same page token twice`);
    previous = asked;
    input = { ...request.input, ...tokens };
  }
}

/** A list that cannot be read to its end: its cell is not complete. */
export class PagingError extends Error {
  override readonly name = 'PagingError';
}

function nextTokens(answer: { [key: string]: Json }, rule: PageRule | false | undefined): object | null {
  if (rule === false) return null;
  if (rule !== undefined) return declaredTokens(answer, rule);
  if (MORE_FLAGS.some((flag) => answer[flag] === false)) return null;
  const found = TOKENS.find(([output]) => typeof answer[output] === 'string' && answer[output] !== '');
  if (found) return { [found[1]]: answer[found[0]] };
  if (MORE_FLAGS.some((flag) => answer[flag] === true))
    throw new PagingError('There is a next page but no token for it');
  return null;
}

function declaredTokens(answer: Json, rule: PageRule): object | null {
  if (rule.more !== undefined && select(answer, rule.more)[0] !== true) return null;
  const tokens = Object.entries(rule.tokens).flatMap(([input, path]) => {
    const value = select(answer, path).at(-1);
    return value === undefined || value === null || value === '' ? [] : [[input, value] as const];
  });
  if (tokens.length > 0) return Object.fromEntries(tokens);
  if (rule.more !== undefined) throw new PagingError('There is a next page but no token for it');
  return null;
}

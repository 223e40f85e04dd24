import { jsonResponse } from './proxy-response.ts';
import type { ProxyResponse } from './proxy-response.ts';
import type { IdentifiedRequest } from './identify-request.ts';

const mark = 'after-an-empty-page:';

/**
 * Returns an empty page with a token for the next page, as AWS Organizations may; `undefined` for a request with such a
 * token. For services of the JSON protocol whose token is `NextToken`.
 */
export function emptyPage({ input }: IdentifiedRequest): ProxyResponse | undefined {
  const token = tokenOf(input);
  return token.startsWith(mark) ? undefined : jsonResponse({ NextToken: `${mark}${token}` });
}

/** The body to forward: a request that follows an empty page gets the page that was requested first. */
export function afterEmptyPage({ input }: IdentifiedRequest, body: Buffer): Buffer {
  const token = tokenOf(input);
  if (!token.startsWith(mark)) return body;
  const { NextToken: _, ...rest } = input;
  const first = token.slice(mark.length);
  return Buffer.from(JSON.stringify(first === '' ? rest : { ...rest, NextToken: first }));
}

function tokenOf({ NextToken: token }: IdentifiedRequest['input']): string {
  return typeof token === 'string' ? token : '';
}

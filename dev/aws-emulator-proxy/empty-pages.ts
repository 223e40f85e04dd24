import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { IdentifiedRequest } from './identify-request.ts';

const mark = 'after-an-empty-page:';

/**
 * A page without items that names a next one, as AWS Organizations may answer; `undefined` for the request of that next
 * one. For services that speak JSON and call their token `NextToken`.
 */
export function emptyPage({ input }: IdentifiedRequest): Answer | undefined {
  const token = tokenOf(input);
  return token.startsWith(mark) ? undefined : jsonAnswer({ NextToken: `${mark}${token}` });
}

/** The body to hand on: after an empty page comes the one that was asked for first. */
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

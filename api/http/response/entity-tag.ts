import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Operation } from '../operation.ts';

/** Whether the response of a GET is one record, which has a weak `ETag`. */
export function isRecord({ method, path, success: [, schema, ...mediaTypes] }: Operation): boolean {
  if (method !== 'GET' || mediaTypes.length > 0 || path.startsWith('/auth/')) return false;
  return schema instanceof z.ZodObject && ('id' in schema.shape || 'run_id' in schema.shape);
}

/**
 * Sets `ETag` of a record, over its body without `freshness`, which changes with the time, and allows the caller's browser to
 * keep it if it asks each time. Returns whether the caller has it (`If-None-Match`), so that the response is 304.
 */
export function isKnownRecord(request: Request, response: Response, body: object): boolean {
  const { freshness: _freshness, ...record } = body as Readonly<Record<string, unknown>>;
  response.setHeader('Cache-Control', 'private, no-cache');
  return isKnownText(request, response, JSON.stringify(record));
}

/**
 * Sets a weak `ETag` of the text. Returns whether `If-None-Match` has it. `request.fresh` of Express is false for a request
 * with `Cache-Control: no-cache`, which `fetch` adds to every request with `If-None-Match`.
 */
export function isKnownText(request: Request, response: Response, text: string): boolean {
  const tag = entityTagOf(text);
  response.setHeader('ETag', tag);
  return hasEntityTag(request.headers['if-none-match'] ?? '', tag);
}

/** Returns the weak entity tag of a text. */
export function entityTagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Whether a list of entity tags has a weak one, or is `*`. Source: RFC 9110, section 13.1. */
export function hasEntityTag(header: string, weakTag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(weakTag));
}

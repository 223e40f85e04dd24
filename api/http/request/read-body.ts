import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../../domain/errors.ts';
import { JsonTokenizer } from '../../../runtime/json/json-tokenizer.ts';
import { InvalidJson } from '../../../runtime/json/json-visitor.ts';
import { parseUntrusted } from './parse-untrusted.ts';

const defaultLimit = 1024 * 1024;

/**
 * Parses a JSON body of at most `limit` bytes and of one of the media types; returns `{}` if there is no body.
 * @throws CatalogueError `invalid_body` for another content type, a body over the limit, or invalid JSON.
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  limit = defaultLimit,
  mediaTypes: readonly string[] = ['json'],
): Promise<unknown> {
  if (!hasBody(request)) return {};
  parseUntrusted('content_type', () => request.is([...mediaTypes]) || undefined);
  const parse = parserFor(limit);
  // The parser reports a body over the limit after it has read all of it.
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  let bytes = 0;
  const isTooLarge = new Promise<never>((_, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) reject(tooLarge());
    });
  });
  await Promise.race([parseWith(parse, request, response), isTooLarge]);
  return request.body ?? {};
}

/**
 * Returns the bytes of a body of at most `limit` bytes, without decompression: a signature covers the bytes as sent.
 * @throws CatalogueError `invalid_body` for a larger body.
 */
export async function readRawBody(request: Request, response: Response, limit: number): Promise<Buffer> {
  const read = express.raw({ limit, inflate: false, type: () => true });
  await parseWith(read, request, response);
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Runs a parser of Express. Maps the errors that it passes on and those that it throws. */
async function parseWith(parse: RequestHandler, request: Request, response: Response): Promise<void> {
  const parsed = new Promise<void>((resolve, reject) => {
    void parse(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(asError(error)),
    );
  });
  await parsed.catch((error: unknown) => {
    throw toInvalidBody(error);
  });
}

const parsers = new Map<number, ReturnType<typeof express.json>>();

function parserFor(limit: number): ReturnType<typeof express.json> {
  const cached = parsers.get(limit);
  if (cached !== undefined) return cached;
  const parser = express.json({ limit, strict: true, type: () => true });
  parsers.set(limit, parser);
  return parser;
}

/** Returns whether the headers of a request announce a body. */
export function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function toInvalidBody(error: unknown): Error {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge();
  const text = typeof error === 'object' && error !== null && 'body' in error ? error.body : undefined;
  return type === 'entity.parse.failed' && typeof text === 'string'
    ? invalidJson(text)
    : errors.invalidBody();
}

const maximumNesting = 1000;

/** Returns the error for a body that is no JSON object or array, with the position of the fault. */
function invalidJson(text: string): Error {
  try {
    const tokenizer = new JsonTokenizer({}, maximumNesting);
    tokenizer.push(Buffer.from(text));
    tokenizer.end();
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const before = Buffer.from(text).subarray(0, error.offset).toString().split('\n');
    const at = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    return errors.invalidBody(`The body is not valid JSON: ${problems[error.problem]} at ${at}.`);
  }
  return errors.invalidBody('The body must be a JSON object.');
}

const problems: Readonly<Record<InvalidJson['problem'], string>> = {
  syntax: 'unexpected character',
  trailing: 'text after the end of the value',
  truncated: 'the text ends too early,',
  too_deep: 'too many nested values',
};

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function tooLarge(): Error {
  return errors.invalidBody('The body is too large.');
}

import express from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { errors } from '../../../domain/errors.ts';
import { parseUntrusted } from './parse-untrusted.ts';

const defaultLimit = 1024 * 1024;

/**
 * Parses a JSON body of at most `limit` bytes; returns `{}` if there is no body.
 * @throws CatalogueError `invalid_body` for another content type, a body over the limit, or invalid JSON.
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  limit = defaultLimit,
): Promise<unknown> {
  if (!hasBody(request)) return {};
  parseUntrusted('content_type', () => request.is('json') || undefined);
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
  return type === 'entity.too.large' ? tooLarge() : errors.invalidBody();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function tooLarge(): Error {
  return errors.invalidBody('The body is too large.');
}

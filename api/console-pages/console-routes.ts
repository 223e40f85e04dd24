import { randomBytes } from 'node:crypto';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Logger } from '../../runtime/logger.ts';
import { noncePlaceholder, readConsoleFiles } from './console-files.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';

/**
 * The console: its page for every path that a browser opens, and its files below `/assets`. Other paths, and all paths if the
 * console is not built, are left to the response 404 of the API.
 */
export function createConsoleRoutes(
  logger: Logger,
  read: () => ConsoleFiles | undefined = readConsoleFiles,
): Router {
  const router = express.Router({ caseSensitive: true });
  let files: ConsoleFiles | undefined;
  let isRead = false;
  const filesOnce = () => {
    if (isRead) return files;
    isRead = true;
    files = read();
    if (files === undefined) logger.warn('the console is not built: run "npm run build"');
    return files;
  };
  router.get('/assets/:name', (request, response, next) => {
    const file = filesOnce()?.assets.get(request.params.name);
    if (file === undefined) next();
    else sendAsset(request, response, file);
  });
  router.get(/.*/, (request, response, next) => {
    const page = isPage(request) ? filesOnce()?.page : undefined;
    if (page === undefined) next();
    else sendPage(response, page);
  });
  return router;
}

/** Paths that are never a page: those of the API, of provisioning, of well-known locations and of files. */
const otherPaths = /^\/(?:api|scim|\.well-known|assets)(?:\/|$)/i;

/** Whether a browser opens a page: the request accepts HTML, and the last part of the path has no dot. */
function isPage(request: Request): boolean {
  const { path } = request;
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  const accepted = request.headers.accept ?? '';
  return !otherPaths.test(path) && !lastPart.includes('.') && accepted.includes('text/html');
}

function sendPage(response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Content-Security-Policy', policyOf(nonce));
  response.setHeader('Vary', 'Accept');
  response.type('html').send(page.replaceAll(noncePlaceholder, nonce));
}

/** Styles of Mantine and Cytoscape.js are elements that scripts add; they carry the nonce of the page. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** The build compressed the files: a response never compresses them again. */
function sendAsset(request: Request, response: Response, file: ConsoleFile): void {
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable, no-transform');
  response.setHeader('Content-Type', file.mediaType);
  response.setHeader('Vary', 'Accept-Encoding');
  const encoding = (['br', 'gzip'] as const).find(
    (name) => file[name] !== undefined && request.acceptsEncodings(name) === name,
  );
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  response.end((encoding === undefined ? undefined : file[encoding]) ?? file.plain);
}

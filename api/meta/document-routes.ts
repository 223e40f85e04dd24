import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import express from 'express';
import type { Router } from 'express';
import {
  documentationPages,
  readDocumentationPage,
} from '../../commands/assistant/documentation/documentation-pages.ts';
import { isKnownText } from '../http/response/entity-tag.ts';
import { createOpenApiDocument } from '../http/openapi.ts';
import type { Operation } from '../http/operation.ts';
import { productVersion } from './service.ts';

/**
 * `GET /openapi.json`, `GET /docs/pages/<page>` with the pages of the documentation that the assistant cites, and `GET /docs`, which renders it with Swagger UI from files of
 * this server only.
 */
export function createDocumentRoutes(operations: readonly Operation[]): Router {
  const router = express.Router({ caseSensitive: true });
  let document: string | undefined;
  router.get('/openapi.json', (request, response) => {
    // Created by the first request, because it takes a third of a second of CPU time.
    document ??= JSON.stringify(createOpenApiDocument(operations, productVersion));
    response.setHeader('Cache-Control', revalidate);
    if (isKnownText(request, response, document)) response.status(304).end();
    else response.type('application/json').send(document);
  });
  router.get('/docs', (_request, response) => {
    response.setHeader('Content-Security-Policy', documentPolicy).type('html').send(page);
  });
  router.get('/docs/page.css', (_request, response) => {
    response.type('text/css').send(style);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(start);
  });
  for (const name of documentationPages())
    router.get(`/docs/pages/${name}`, (_request, response) => {
      response.setHeader('Cache-Control', revalidate);
      response.type('text/markdown').send(readDocumentationPage(name));
    });
  for (const file of uiFiles) {
    router.get(`/docs/${file}`, (request, response, next) => {
      response.setHeader('Cache-Control', revalidate);
      if (isKnownText(request, response, `${file} ${uiVersion}`)) {
        response.status(304).end();
        return;
      }
      response.sendFile(file, { root: uiFolder, acceptRanges: false }, (error?: Error) => {
        if (error !== undefined) next(error);
      });
    });
  }
  return router;
}

/** A cache asks each time, and receives 304 until the next release. */
const revalidate = 'public, no-cache';

/** The files of Swagger UI that the page loads. The package has others, such as its own page and source maps. */
const uiFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The folder of Swagger UI's files; importing the package would load its server code. */
const uiPackage = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
const uiFolder = path.dirname(uiPackage);
const uiVersion = String((JSON.parse(readFileSync(uiPackage, 'utf8')) as { version: string }).version);

const documentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Cloud inventory API</title>
  <link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
  <link rel="stylesheet" href="/api/v1/docs/page.css">
</head>
<body>
  <div id="documentation"></div>
  <script src="/api/v1/docs/swagger-ui-bundle.js"></script>
  <script src="/api/v1/docs/start.js"></script>
</body>
</html>
`;

/** Swagger UI has dark colours for a class of the page, which start.js sets by the preference of the browser. */
const style = `body { margin: 0 }
.dark-mode body { background: #1c2022 }
`;

/**
 * Requests of "Try it out" carry the CSRF token of the cookie \`svc_csrf\`, as those of the console do: the page has the origin of
 * the API. Without a session there is no cookie, and a bearer token needs no header.
 */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setScheme);
setScheme();
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  filter: true,
  persistAuthorization: false,
  requestInterceptor(request) {
    const token = /(?:^|; )svc_csrf=([^;]*)/.exec(document.cookie)?.[1];
    const isOwn = new URL(request.url, location.href).origin === location.origin;
    if (isOwn && token !== undefined && !/^(GET|HEAD)$/i.test(request.method ?? 'GET'))
      request.headers['X-CSRF-Token'] = decodeURIComponent(token);
    return request;
  },
});
`;

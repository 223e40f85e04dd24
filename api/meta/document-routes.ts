import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import express from 'express';
import type { Router } from 'express';
import { isKnownText } from '../http/response/entity-tag.ts';
import { createOpenApiDocument } from '../http/openapi.ts';
import type { Operation } from '../http/operation.ts';
import { productVersion } from './service.ts';

/** `GET /openapi.json` and `GET /docs`, which renders it with Swagger UI from files of this server only. */
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
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(start);
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
  <title>Cloud inventory API</title>
  <link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
</head>
<body>
  <div id="documentation"></div>
  <script src="/api/v1/docs/swagger-ui-bundle.js"></script>
  <script src="/api/v1/docs/start.js"></script>
</body>
</html>
`;

const start =
  "SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#documentation', deepLinking: true });\n";

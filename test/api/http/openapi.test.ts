import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { createOpenApiDocument, errorCodesOf } from '../../../api/http/openapi.ts';
import { operation } from '../../../api/http/operation.ts';
import { operations } from '../../../api/operations.ts';
import { devConfiguration } from '../../../dev/configuration.ts';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}

type Content = Readonly<
  Record<string, { readonly schema: { readonly $ref?: string; readonly type?: string } }>
>;

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'securitySchemes', Readonly<Record<string, unknown>>>
  >;
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument(operations, '1.2.3'))) as Document;
const described = operations.map((declared) => ({
  declared,
  published: document.paths[`/api/v1${declared.path}`]?.[declared.method.toLowerCase()],
}));

test('the document describes every operation with its error statuses', (t) => {
  t.is(document.openapi, '3.1.0');
  for (const { declared, published } of described) {
    const title = `${declared.method} ${declared.path}`;
    t.is(published?.operationId, declared.id, title);
    const statuses = Object.keys(published?.responses ?? {});
    for (const status of ['400', '500', ...(declared.access === 'public' ? [] : ['401'])]) {
      t.true(statuses.includes(status), `${title} ${status}`);
    }
  }
});

test('operation ids are unique camel-case names', (t) => {
  const ids = operations.map(({ id }) => id);
  t.is(new Set(ids).size, ids.length);
  for (const id of ids) t.regex(id, /^[a-z]+([A-Z][a-z]+)*$/);
  t.true(ids.includes('createApplication'));
});

test('every declared operation is served, and one outside of a list is exported as <id>Operation', async (t) => {
  const sources = path.join(devConfiguration.projectFolder, 'api');
  const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(sources, file), 'utf8')));
  const declared = [
    ...texts.join('\n').matchAll(/(?:export const (\w+) = |^ {2})operation\(\{\n\s+id: '(\w+)'/gm),
  ].map(([, name, id = '']) => ({ name, id }));
  for (const { name, id } of declared) if (name !== undefined) t.is(name, `${id}Operation`);
  t.deepEqual(declared.map(({ id }) => id).toSorted(), operations.map(({ id }) => id).toSorted());
});

test('request bodies and object responses are references to named components', (t) => {
  for (const { declared, published } of described) {
    const success = published?.responses[String(declared.success[0])];
    for (const content of [published?.requestBody?.content, success?.content]) {
      for (const { schema } of Object.values(content ?? {})) {
        if (schema.type !== undefined) t.not(schema.type, 'object', declared.id);
        else t.regex(schema.$ref ?? '', /^#\/components\/schemas\/[A-Z][A-Za-z]+$/, declared.id);
      }
    }
  }
  const { schemas } = document.components;
  for (const name of [
    'Application',
    'CreateApplicationBody',
    'ListApplicationsResponse',
    'Error',
    'Freshness',
  ])
    t.truthy(schemas[name], name);
});

const publishedAs = (id: string) => described.find(({ declared }) => declared.id === id)?.published;

test('a request body is optional if the operation accepts an empty object', (t) => {
  t.true(publishedAs('createApplication')?.requestBody?.required);
  t.false(publishedAs('logout')?.requestBody?.required);
});

test('every security scheme is described', (t) => {
  for (const [name, scheme] of Object.entries(document.components.securitySchemes)) {
    t.regex((scheme as { description?: string }).description ?? '', /^[A-Z].{40,}/s, name);
  }
});

test('an operation that requires the CSRF token of a cookie session declares its header', (t) => {
  for (const { declared, published } of described) {
    const headers = (published?.parameters ?? []).filter((parameter) => parameter.in === 'header');
    const csrf = headers.find(({ name }) => name === 'X-CSRF-Token');
    if (errorCodesOf(declared).includes('csrf_failed')) {
      t.is(csrf?.required, false, declared.id);
      t.regex(csrf?.description ?? '', /svc_csrf/, declared.id);
    } else {
      t.is(csrf, undefined, declared.id);
    }
  }
});

test('a response lists every media type of the operation', (t) => {
  const { content } = publishedAs('exportResources')?.responses['200'] ?? {};
  t.deepEqual(Object.keys(content ?? {}), ['text/csv', 'application/x-ndjson']);
});

test('every reference resolves to a component', (t) => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  t.true(references.length > 0);
  for (const target of new Set(references)) {
    const [, kind = '', name = ''] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(target ?? '') ?? [];
    t.truthy(document.components[kind as 'schemas']?.[name], target);
  }
});

const declare = (id: string, path: string, schema: z.ZodType) =>
  operation({
    id,
    method: 'GET',
    path,
    tag: 'Test',
    summary: 'Test',
    access: 'public',
    success: [200, schema],
    handle: () => Promise.resolve({}),
  });

test('throws if an operation id is used twice', (t) => {
  const schema = z.object({ a: z.string() });
  t.throws(() => createOpenApiDocument([declare('getA', '/a', schema), declare('getA', '/b', schema)], '1'), {
    message: /getA is used twice/,
  });
});

test('throws if a component name has two definitions', (t) => {
  const first = z.object({ a: z.string() });
  const second = z.object({ b: z.string() }).meta({ id: 'GetAResponse' });
  t.throws(() => createOpenApiDocument([declare('getA', '/a', first), declare('getB', '/b', second)], '1'), {
    message: /GetAResponse has two definitions/,
  });
});

test('an operation with a second status of success has the same response for both', (t) => {
  const both = described.filter(({ declared }) => declared.otherStatus !== undefined);
  t.true(both.length > 0);
  for (const { declared, published } of both) {
    const [first, second] = [declared.success[0], declared.otherStatus].map(
      (status) => published?.responses[String(status)],
    );
    t.truthy(first?.content, declared.id);
    t.deepEqual(first, second, declared.id);
  }
});

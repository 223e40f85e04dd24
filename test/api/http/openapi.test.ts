import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { createOpenApiDocument } from '../../../api/http/openapi.ts';
import { listOf } from '../../../api/http/list.ts';
import { deprecationHeaders } from '../../../api/http/openapi/response-headers.ts';
import { locationTemplate } from '../../../api/http/response/location.ts';
import { operation } from '../../../api/http/operation.ts';
import { operations } from '../../../api/operations.ts';
import { devConfiguration } from '../../../dev/configuration.ts';
import { turnEventTypes } from '../../../domain/assistant/turn-event.ts';
import { scanStatuses } from '../../../domain/values.ts';

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Content; readonly headers?: object }>
  >;
}

type Content = Readonly<
  Record<string, { readonly schema: { readonly $ref?: string; readonly type?: string } }>
>;

interface Document {
  readonly openapi: string;
  readonly info: {
    readonly description: string;
    readonly license: { readonly name: string };
    readonly contact: { readonly name: string };
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'headers' | 'securitySchemes', Readonly<Record<string, unknown>>>
  >;
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument(operations, '1.2.3'))) as Document;
const described = operations.map((declared) => ({
  declared,
  published: document.paths[`/api/v1${declared.path}`]?.[declared.method.toLowerCase()],
}));

test('Location names a record that can be read, and every record that can be read has one', (t) => {
  const without = [];
  for (const { declared, published } of described) {
    const [status] = declared.success;
    const template = locationTemplate(declared);
    const isDocumented = 'Location' in (published?.responses[String(status)]?.headers ?? {});
    const isRedirect = status === 302;
    t.is(isDocumented, template !== undefined || isRedirect, declared.id);
    if (template === undefined) {
      if (status !== 200 && !isRedirect) without.push(declared.id);
      continue;
    }
    const reads = operations.some(
      ({ method, path: read }) =>
        method === 'GET' && read.replaceAll(/\{\w+\}/g, '{}') === template.replaceAll(/\{[\w.]+\}/g, '{}'),
    );
    t.true(reads, `${declared.id}: no GET ${template}`);
  }
  t.deepEqual(without.toSorted(), [
    'acceptInvitation',
    'addApplicationResources',
    'addTeamMember',
    'assignApplicationOwner',
    'createApiToken',
    'createIngestToken',
    'createInvitation',
    'createMappingCorrection',
    'receiveGithubWebhook',
    'receiveGitlabWebhook',
    'redeliverEvents',
    'requestPasswordReset',
    'signup',
  ]);
});

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
  const names = [
    'Application',
    'CreateApplicationBody',
    'ApplicationList',
    'ResourceList',
    'ApiError',
    'Freshness',
  ];
  for (const name of names) t.truthy(schemas[name], name);
  t.deepEqual(
    Object.keys(schemas).filter((name) => name.endsWith('Response')),
    [],
  );
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

test('the CSRF token belongs to the cookie scheme and is no parameter', (t) => {
  for (const { declared, published } of described) {
    t.false(
      (published?.parameters ?? []).some(({ name }) => name === 'X-CSRF-Token'),
      declared.id,
    );
  }
  t.regex(JSON.stringify(document.components.securitySchemes['cookieAuth']), /X-CSRF-Token.*svc_csrf/);
  for (const name of Object.keys(document.components.securitySchemes)) {
    t.false(
      Object.keys(document.components.schemas).some((schema) => schema.toLowerCase() === name.toLowerCase()),
      name,
    );
  }
});

test('the headers of responses are described', (t) => {
  const headersOf = (response: { readonly headers?: object } | undefined) =>
    Object.keys(response?.headers ?? {});
  for (const { declared, published } of described) {
    const headers = headersOf(published?.responses[String(declared.success[0])]);
    t.true(headers.includes('X-Request-Id'), declared.id);
    if (declared.limit !== undefined || declared.limits !== undefined) {
      t.true(headers.includes('RateLimit') && headers.includes('RateLimit-Policy'), declared.id);
      t.is(published?.responses['429']?.$ref, '#/components/responses/RateLimited', declared.id);
    }
  }
  const { RateLimited, ProviderUnavailable } = document.components.responses as Record<
    string,
    { headers: object }
  >;
  t.true(headersOf(RateLimited).includes('Retry-After'));
  t.true(headersOf(ProviderUnavailable).includes('Retry-After'));
});

test('the events of a stream have schemas', (t) => {
  for (const id of ['askQuestion', 'streamTurnEvents']) {
    const content = publishedAs(id)?.responses['200']?.content?.['text/event-stream'] as unknown as {
      'x-events': Record<string, { $ref: string }>;
    };
    t.deepEqual(Object.keys(content['x-events']).toSorted(), [...turnEventTypes].toSorted());
    t.deepEqual(content['x-events']['text.delta'], { $ref: '#/components/schemas/TextDeltaEvent' });
  }
});

test('the document states its licence and its contact', (t) => {
  const { info } = document;
  t.regex(info.description, /^[A-Z].{100,}/s);
  t.truthy(info.license.name);
  t.truthy(info.contact.name);
});

test('a response lists every media type of the operation', (t) => {
  const { content } = publishedAs('exportResources')?.responses['200'] ?? {};
  t.deepEqual(Object.keys(content ?? {}), ['text/csv', 'application/x-ndjson']);
});

test('every reference resolves to a component', (t) => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
  t.true(references.length > 0);
  for (const target of new Set(references)) {
    const [, kind = '', name = ''] =
      /^#\/components\/(schemas|responses|headers)\/([\w-]+)$/.exec(target ?? '') ?? [];
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
  const schema = z.object({ a: z.string() }).meta({ id: 'A' });
  t.throws(() => createOpenApiDocument([declare('getA', '/a', schema), declare('getA', '/b', schema)], '1'), {
    message: /getA is used twice/,
  });
});

test('throws if a component name has two definitions', (t) => {
  const first = z.object({ a: z.string() }).meta({ id: 'A' });
  const second = z.object({ b: z.string() }).meta({ id: 'A' });
  t.throws(() => createOpenApiDocument([declare('getA', '/a', first), declare('getB', '/b', second)], '1'), {
    message: /the component A has two definitions/,
  });
});

test('throws if a response has no name, and names a list after its items', (t) => {
  const item = z.object({ id: z.string() });
  t.throws(() => createOpenApiDocument([declare('getA', '/a', item)], '1'), {
    message: /the response of getA has no name/,
  });
  t.throws(() => createOpenApiDocument([declare('listA', '/a', listOf(item))], '1'), {
    message: /the response of listA has no name/,
  });
  const list = createOpenApiDocument([declare('listA', '/a', listOf(item.meta({ id: 'Thing' })))], '1');
  t.truthy((list as unknown as Document).components.schemas['ThingList']);
});

test('throws for an enumeration without a row, and for one with two rows', (t) => {
  const publish = (value: z.ZodType) => () =>
    createOpenApiDocument([declare('getA', '/a', z.object({ value }).meta({ id: 'A' }))], '1');
  t.throws(publish(z.enum(['left', 'right'])), { message: /no enumeration has the values left, right/ });
  t.throws(publish(z.enum(scanStatuses)), { message: /RunStatus and ScanStatus have the same values/ });
  t.notThrows(publish(z.enum(scanStatuses).meta({ enumeration: 'ScanStatus' })));
});

test('a deprecated operation is marked, and its responses have Deprecation and Sunset', (t) => {
  const deprecated = { since: '2027-01-01', sunset: '2027-12-31' };
  const old = { ...declare('getA', '/a', z.object({}).meta({ id: 'A' })), deprecated };
  const published = (createOpenApiDocument([old], '1') as unknown as Document).paths['/api/v1/a']?.['get'];
  t.true((published as unknown as { deprecated: boolean }).deprecated);
  t.true(Object.keys(published?.responses['200']?.headers ?? {}).includes('Sunset'));
  t.deepEqual(deprecationHeaders(deprecated), {
    Deprecation: '@1798761600',
    Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
  });
});

test('an operation with a second status of success has the same response for both, unless it declares another', (t) => {
  const both = described.filter(
    ({ declared: { otherStatus, otherSchema } }) => otherStatus !== undefined && otherSchema === undefined,
  );
  t.true(both.length > 0);
  for (const { declared, published } of both) {
    const [first, second] = [declared.success[0], declared.otherStatus].map(
      (status) => published?.responses[String(status)],
    );
    t.truthy(first?.content, declared.id);
    t.deepEqual(first, second, declared.id);
  }
});

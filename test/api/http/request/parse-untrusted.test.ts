import test from 'ava';
import cookieParser from 'cookie-parser';
import type { Request } from 'express';
import fc from 'fast-check';
import { readCredential } from '../../../../api/http/access/credential.ts';
import { createCursorCodec } from '../../../../api/http/cursor.ts';
import { parseQuery } from '../../../../api/http/request/parse-query.ts';
import { parseUntrusted, tryParse } from '../../../../api/http/request/parse-untrusted.ts';
import { createAccessTokens } from '../../../../api/identity/access-tokens.ts';
import { createCsrfTokens } from '../../../../api/identity/csrf-tokens.ts';
import { readRefreshToken } from '../../../../api/identity/refresh-token.ts';
import { run as parseDelivery } from '../../../../api/scm/parse-delivery.ts';
import { readInstallState, signInstallState } from '../../../../api/scm/install-state-token.ts';
import { CatalogueError, errors } from '../../../../domain/errors.ts';
import { selectGitlabCheck, signingKeyOf } from '../../../../domain/scm/verify-gitlab.ts';
import { readBody } from '../../../commands/plans/read/support.ts';
import { PlanRejected } from '../../../../domain/plans/read/plan-rejected.ts';
import { untrustedBody, untrustedText } from '../../../support/untrusted-text.ts';

const keys = [{ id: 'k1', secret: 's'.repeat(32) }];
const tokens = createAccessTokens(keys);
const cursors = createCursorCodec(keys);
const csrf = createCsrfTokens(keys);
const claims = {
  sub: '018f0000-0000-7000-8000-000000000001',
  sid: '018f0000-0000-7000-8000-000000000002',
  org: '018f0000-0000-7000-8000-000000000003',
};

const requestWith = (authorization: string) =>
  ({ headers: { authorization }, rawHeaders: ['Authorization', authorization] }) as unknown as Request;

const codeOf = (parse: () => unknown): string => {
  try {
    parse();
    return 'accepted';
  } catch (error) {
    return error instanceof CatalogueError ? error.code : `threw ${String(error)}`;
  }
};

/** The parsers of text, and the results that each may have for text that the service did not issue. */
const parsers: Readonly<Record<string, readonly [parse: (text: string) => unknown, ...codes: string[]]>> = {
  'an access token': [(text) => tokens.verify(text), 'invalid_token'],
  'the bearer token of a session': [
    (text) => readCredential(requestWith(`Bearer ${text}`), { access: 'authenticated' }, tokens),
    'invalid_token',
    'unauthorized',
  ],
  'an ingest token': [
    (text) => readCredential(requestWith(`Bearer ${text}`), { access: 'ingest' }, tokens),
    'invalid_token',
    'unauthorized',
  ],
  'an API token': [
    (text) => readCredential(requestWith(`Bearer svca_${text}`), { access: 'resources:read' }, tokens),
    'invalid_token',
    'unauthorized',
  ],
  'an install state': [(text) => readInstallState(keys, text), 'invalid_state'],
  'a cursor': [(text) => cursors.decode(text, claims.org, 'list'), 'validation_failed'],
  'a refresh token': [
    (text) => parseUntrusted('refresh_token', () => readRefreshToken(text)),
    'invalid_token',
  ],
  'a CSRF token': [
    (text) => parseUntrusted('csrf_token', () => csrf.matches(text, text, claims.sid) || undefined),
    'csrf_failed',
  ],
  'a query': [(text) => parseUntrusted('query', () => parseQuery(text)), 'accepted', 'validation_failed'],
  cookies: [
    (text) =>
      parseUntrusted('cookies', () => {
        const request = { headers: { cookie: text } } as Request;
        cookieParser()(request, {} as never, () => undefined);
        return { ...request.cookies } as object;
      }),
    'accepted',
  ],
  'the signature of a delivery': [
    (text) =>
      selectGitlabCheck(
        { signature: text, webhookId: text, timestamp: text, token: text },
        Date.now() / 1000,
      ),
    'accepted',
  ],
  'a webhook secret': [(text) => signingKeyOf(text), 'accepted'],
};

for (const [name, [parse, ...codes]] of Object.entries(parsers)) {
  test(`refuses arbitrary text as ${name} with an error of the catalogue`, (t) => {
    fc.assert(
      fc.property(untrustedText, (text) => {
        const code = codeOf(() => parse(text));
        t.true(codes.includes(code), `${JSON.stringify(text)}: ${code}`);
      }),
      { numRuns: 1000 },
    );
  });
}

test('refuses a token of the type JWT whose payload is not JSON', (t) => {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const token = `${part('{"typ":"JWT"}')}.${part('not JSON')}.x`;
  t.is(
    codeOf(() => tokens.verify(token)),
    'invalid_token',
  );
  t.is(
    codeOf(() => readInstallState(keys, token)),
    'invalid_state',
  );
});

test('refuses tokens with one changed character, and accepts those that it issued', (t) => {
  const { token } = tokens.issue(claims);
  const expiresAt = new Date(Date.now() + 60_000);
  const state = signInstallState(keys, { organizationId: claims.org, stateId: claims.sid }, expiresAt);
  t.deepEqual(tokens.verify(token), claims);
  t.deepEqual(readInstallState(keys, state), { organizationId: claims.org, stateId: claims.sid });
  t.is(
    codeOf(() => tokens.verify(state)),
    'invalid_token',
  );
  t.is(
    codeOf(() => readInstallState(keys, token)),
    'invalid_state',
  );
  // The last character of base64url has bits that are not read.
  const changed = (text: string, at: number, character: string) =>
    `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
  fc.assert(
    fc.property(fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (random, character) => {
      for (const [issued, parse, code] of [
        [token, (text: string) => tokens.verify(text), 'invalid_token'],
        [state, (text: string) => readInstallState(keys, text), 'invalid_state'],
      ] as const) {
        const at = random % (issued.length - 1);
        if (issued[at] === character) continue;
        t.is(
          codeOf(() => parse(changed(issued, at, character))),
          code,
          changed(issued, at, character),
        );
      }
    }),
  );
});

test('reads arbitrary bytes of a delivery, or returns that they are unreadable', (t) => {
  fc.assert(
    fc.property(
      untrustedBody,
      fc.constantFrom('github', 'gitlab'),
      untrustedText,
      (body, provider, event) => {
        const read = parseDelivery({ provider, event, body });
        t.true(typeof read === 'string' ? read === 'unreadable' : Array.isArray(read.effects));
      },
    ),
    { numRuns: 1000 },
  );
});

test('refuses arbitrary bytes of a plan with a reason', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      untrustedBody,
      fc.constantFrom('plan', 'envelope'),
      fc.constantFrom('identity', 'gzip'),
      async (body, form, encoding) => {
        await t.throwsAsync(readBody(body, { form, encoding, chunkSize: 7 }), { instanceOf: PlanRejected });
      },
    ),
    { numRuns: 500 },
  );
});

test('passes the error of the catalogue on that a parser throws, and no other', (t) => {
  t.is(
    codeOf(() => parseUntrusted('cursor', () => undefined)),
    'validation_failed',
  );
  t.is(
    codeOf(() =>
      parseUntrusted('cursor', () => {
        throw new RangeError('undocumented');
      }),
    ),
    'validation_failed',
  );
  t.is(
    codeOf(() =>
      tryParse(() => {
        throw errors.notFound();
      }),
    ),
    'not_found',
  );
});

import type { Request, Response } from 'express';
import { z } from 'zod';
import { SsoFault } from '../../../clients/sso/sso-fault.ts';
import { findSsoConfiguration, setSsoStatus } from '../../../db/identity/sso/sso-configuration-store.ts';
import type { SsoConfiguration } from '../../../db/identity/sso/sso-configuration-store.ts';
import { findDomainOwner } from '../../../db/identity/sso/sso-domain-store.ts';
import { insertSsoTransaction, useSsoTransaction } from '../../../db/identity/sso/sso-transaction-store.ts';
import { recordAudit } from '../../../db/organizations/audit-store.ts';
import { errors } from '../../../domain/errors.ts';
import { readSsoClaims } from '../../../domain/identity/sso-claims.ts';
import { SsoRefusal } from '../../../domain/identity/sso-refusals.ts';
import type { SsoRefusalReason } from '../../../domain/identity/sso-refusals.ts';
import { pagesUrl } from '../../../runtime/pages-url.ts';
import { readCredential } from '../../http/access/credential.ts';
import { auditOriginOf } from '../../http/audit.ts';
import { operation } from '../../http/operation.ts';
import { tryParse } from '../../http/request/parse-untrusted.ts';
import type { Services } from '../../services.ts';
import { issueTokens } from '../issue-tokens.ts';
import { email } from '../schemas.ts';
import { signInBySso } from './sign-in-by-sso.ts';
import { ssoRegistrationOf } from './sso-registration.ts';
import {
  createBrowserSecret,
  hashBrowserSecret,
  loginSecretsOf,
  readSsoState,
  setBrowserSecret,
  signSsoState,
  takeBrowserSecret,
} from './sso-state.ts';

const tag = 'Authentication';
const noBody = z.undefined();

export const ssoLoginOperations = [
  operation({
    id: 'beginSsoLogin',
    method: 'GET',
    path: '/auth/sso',
    tag,
    summary: 'Begin a login by single sign-on',
    description:
      'For a browser: redirects to the identity provider of the organization that has proven the domain of `email`, else to ' +
      '`/sign-in?error=sso_unavailable`. With `link=true` in place of `email`, binds the account of the provider to the signed-in user.',
    access: 'public',
    transaction: false,
    limit: 'sso',
    query: z
      .strictObject({
        email: email.optional().describe('Email address of the person'),
        link: z
          .literal('true')
          .optional()
          .describe('`true`: binds the account of the provider to the signed-in user'),
        next: z
          .string()
          .max(2000)
          .regex(/^\/(?![/\\])[^\\\s]*$/, 'must be a path that begins with one /')
          .optional()
          .describe('Path that is opened after the login'),
      })
      .refine((query) => (query.email === undefined) !== (query.link === undefined), {
        path: ['email'],
        message: 'give either email or link=true',
      }),
    success: [302, noBody],
    errors: ['unauthorized', 'invalid_token', 'account_deactivated', 'forbidden', 'rate_limited'],
    async handle(context) {
      const { query, services, request, response } = context;
      const { database, configuration: settings } = services;
      const session = query.link === undefined ? undefined : await readSession(services, request);
      const owner =
        query.email === undefined ? undefined : await findDomainOwner(database.outside, query.email);
      const organizationId = session?.organizationId ?? owner?.organizationId;
      if (organizationId === undefined) return refuse(context, undefined, new SsoRefusal('sso_unavailable'));
      const { secret, browserHash } = createBrowserSecret();
      const begun = await database.withTenant(organizationId, async (tenant) => {
        const configuration = await findSsoConfiguration(tenant);
        if (configuration === undefined) return undefined;
        const { issuer, clientId } = configuration;
        const transaction = await insertSsoTransaction(tenant, {
          issuer,
          clientId,
          browserHash,
          next: query.next ?? '/',
          sessionId: session?.sessionId,
        });
        return { configuration, transaction };
      });
      if (begun === undefined) return refuse(context, undefined, new SsoRefusal('sso_unavailable'));
      const { id: recordId, expiresAt } = begun.transaction;
      const state = signSsoState(settings.jwtKeys, { organizationId, recordId }, expiresAt);
      const registration = await ssoRegistrationOf(services, organizationId, begun.configuration);
      const secrets = loginSecretsOf(secret, state);
      try {
        const url = await services.sso.loginUrl(registration, secrets, query.email);
        setBrowserSecret(response, recordId, secret, { expires: expiresAt, secure: settings.production });
        response.redirect(302, url.href);
        return undefined;
      } catch (error) {
        return refuse(context, organizationId, await refusalOf(services, organizationId, error));
      }
    },
  }),
  operation({
    id: 'completeSsoLogin',
    method: 'GET',
    path: '/auth/sso/callback',
    tag,
    summary: 'Complete a login by single sign-on',
    description:
      'The identity provider redirects the browser here. Sets the cookies of a session and redirects to the path `next` of the ' +
      'login. A refused login redirects to `/sign-in?error=`, or responds with JSON if `Accept` asks for it.',
    access: 'public',
    audit: 'session.started',
    transaction: false,
    // Providers add parameters.
    query: z.object({ state: z.string().max(4000).optional().catch(undefined) }),
    success: [302, noBody],
    errors: ['invalid_state', 'invalid_token', 'forbidden', 'account_deactivated', 'email_taken'],
    async handle(context) {
      const { query, services, request, response } = context;
      const state = query.state ?? '';
      const reference = readSsoState(services.configuration.jwtKeys, state);
      if (reference === undefined) return refuse(context, undefined, new SsoRefusal('invalid_state'));
      const { organizationId, recordId } = reference;
      try {
        const secret = takeBrowserSecret(request, response, recordId);
        if (secret === undefined) throw new SsoRefusal('invalid_state');
        const { transaction, configuration } = await takeTransaction(services, reference, secret);
        const registration = await ssoRegistrationOf(services, organizationId, configuration);
        const { groupClaim } = configuration;
        const payload = await services.sso.finishLogin(
          registration,
          loginSecretsOf(secret, state),
          request.url.slice(request.url.indexOf('?') + 1),
          ['email', groupClaim],
        );
        const claims = readSsoClaims(payload, groupClaim);
        if (claims === undefined) throw new SsoRefusal('invalid_token');
        const started = await signInBySso(context, { organizationId, transaction, configuration, claims });
        issueTokens(context, started.session, started.user, started.organization);
        response.redirect(302, `${baseOf(services)}${transaction.next}`);
        return undefined;
      } catch (error) {
        return refuse(context, organizationId, await refusalOf(services, organizationId, error));
      }
    },
  }),
];

interface Exchange {
  readonly services: Services;
  readonly request: Request;
  readonly response: Response;
}

/** Returns the session of the request. @throws CatalogueError `unauthorized`, `invalid_token`, `account_deactivated`, `forbidden` */
async function readSession({ accessTokens, database }: Services, request: Request) {
  const credential = readCredential(request, { access: 'authenticated' }, accessTokens);
  if (credential.kind !== 'session') throw errors.unauthorized();
  const { claims } = credential;
  return database.withSession(claims.sid, async (session) => {
    if (session?.userId !== claims.sub || session.ended) throw errors.invalidToken();
    if (session.userStatus !== 'active') throw errors.accountDeactivated();
    // A session by single sign-on needs no second factor: a user without the required one must not get such a session.
    if (session.lacksFactor) throw errors.forbidden('Enrol a second factor first.');
    return session;
  });
}

/** @throws SsoRefusal `invalid_state` for a login that ended, or that another browser or provider began. */
async function takeTransaction(
  { database }: Services,
  { organizationId, recordId }: { readonly organizationId: string; readonly recordId: string },
  secret: string,
) {
  // The end of the login is committed before the provider is asked, so that no request repeats it.
  const transaction = await database.withTenant(organizationId, (tenant) =>
    useSsoTransaction(tenant, recordId, hashBrowserSecret(secret)),
  );
  if (transaction === undefined || (transaction.isLink && transaction.linkUserId === undefined))
    throw new SsoRefusal('invalid_state');
  const configuration = await database.withTenant(organizationId, (tenant) => findSsoConfiguration(tenant));
  if (configuration === undefined || !isOf(configuration, transaction)) throw new SsoRefusal('invalid_state');
  return { transaction, configuration };
}

function isOf(
  { issuer, clientId }: SsoConfiguration,
  transaction: { readonly issuer: string; readonly clientId: string },
): boolean {
  return transaction.issuer === issuer && transaction.clientId === clientId;
}

/** Maps a failure of the provider to a refusal, and stores it as the status of the configuration. */
async function refusalOf(services: Services, organizationId: string, error: unknown): Promise<SsoRefusal> {
  if (error instanceof SsoRefusal) return error;
  if (!(error instanceof SsoFault)) throw error;
  services.logger.warn({ err: error, organization_id: organizationId }, 'login by single sign-on failed');
  if (error.kind === 'denied') return new SsoRefusal('access_denied', { cause: error });
  if (error.kind === 'rejected') return new SsoRefusal('invalid_token', { cause: error });
  await services.database.withTenant(organizationId, (tenant) => setSsoStatus(tenant, error.message));
  return new SsoRefusal('sso_unavailable', { cause: error });
}

/** Redirects to the sign-in page with the reason. @throws CatalogueError for a client that asks for JSON. */
function refuse(exchange: Exchange, organizationId: string | undefined, refusal: SsoRefusal): undefined {
  const { services, request, response } = exchange;
  if (organizationId !== undefined) recordSsoRefusal(exchange, organizationId, refusal.reason);
  if (tryParse(() => request.accepts(['html', 'json'])) === 'json') throw refusal.toCatalogueError();
  response.redirect(302, `${baseOf(services)}/sign-in?error=${refusal.reason}`);
  return undefined;
}

/** Audits a refused login. Only a login that a limited request began gets here. */
function recordSsoRefusal(exchange: Exchange, organizationId: string, reason: SsoRefusalReason): void {
  const { services } = exchange;
  const origin = auditOriginOf(exchange);
  services.background.run('auditing a refused login by single sign-on', () =>
    services.database.withTenant(organizationId, (tenant) =>
      recordAudit(tenant, {
        ...origin,
        actorType: 'system',
        actorId: undefined,
        action: 'session.refused',
        outcome: 'refused',
        details: { method: 'sso', code: reason },
      }),
    ),
  );
}

function baseOf({ configuration }: Services): string {
  return pagesUrl(configuration) ?? configuration.publicUrl;
}

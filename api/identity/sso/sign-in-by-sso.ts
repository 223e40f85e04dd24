import type { Response } from 'express';
import { createSession, draftSession } from '../../../db/identity/session-store.ts';
import type { Session, SessionDraft } from '../../../db/identity/session-store.ts';
import { applyMappings } from '../../../db/identity/sso/apply-mappings.ts';
import { setSsoStatus } from '../../../db/identity/sso/sso-configuration-store.ts';
import type { SsoConfiguration } from '../../../db/identity/sso/sso-configuration-store.ts';
import { listProvenDomains } from '../../../db/identity/sso/sso-domain-store.ts';
import {
  findIdentity,
  findIdentityOf,
  insertIdentity,
  recordIdentityLogin,
} from '../../../db/identity/sso/sso-identity-store.ts';
import type { SsoIdentity } from '../../../db/identity/sso/sso-identity-store.ts';
import type { SsoTransaction } from '../../../db/identity/sso/sso-transaction-store.ts';
import {
  confirmEmail,
  createUser,
  findEmailOwner,
  getUser,
  recordLogin,
  replaceEmail,
} from '../../../db/identity/user-store.ts';
import type { EmailOwner } from '../../../db/identity/user-store.ts';
import type { User } from '../../../db/identity/user.ts';
import { lockOrganization } from '../../../db/lock-organization.ts';
import { acceptInvitationTo } from '../../../db/organizations/invitation-store.ts';
import { getOrganization } from '../../../db/organizations/organization-store.ts';
import type { Organization } from '../../../db/organizations/organization.ts';
import { areGroupsByScim } from '../../../db/scim/scim-group-store.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { isAdministrativeUser } from '../../../domain/identity/is-administrative-user.ts';
import { domainOfEmail, isOfOwnOrganization } from '../../../domain/identity/sso-claims.ts';
import type { SsoClaims } from '../../../domain/identity/sso-claims.ts';
import { SsoRefusal } from '../../../domain/identity/sso-refusals.ts';
import type { AuditTarget, HandlerContext } from '../../http/operation.ts';
import { releaseEmail } from '../release-email.ts';
import { sessionOriginOf } from '../session-origin.ts';

export interface VerifiedLogin {
  readonly organizationId: string;
  readonly transaction: SsoTransaction;
  readonly configuration: SsoConfiguration;
  readonly claims: SsoClaims;
}

export interface SsoSignIn {
  readonly session: Session & { readonly key: Buffer };
  readonly user: User;
  readonly organization: Organization;
}

type Exchange = Pick<HandlerContext<never, never, never>, 'services' | 'request' | 'record'> & {
  readonly response: Response;
};

/**
 * Starts the session of a person whom the provider has identified. Binds the account of the provider to a user first, or creates
 * the user; applies the mappings of groups.
 * @throws SsoRefusal
 */
export async function signInBySso(context: Exchange, login: VerifiedLogin): Promise<SsoSignIn> {
  const { services } = context;
  const { organizationId } = login;
  const draft = await draftSession(services.encryption, organizationId);
  for (;;) {
    const outcome = await services.database.withTenant(organizationId, (tenant) =>
      startSession(context, tenant, login, draft),
    );
    if ('refused' in outcome) throw new SsoRefusal(outcome.refused);
    if ('session' in outcome) return outcome;
    // The address is free in the next round, or its owner has proven it meanwhile.
    await releaseEmail(context, outcome.release);
  }
}

type Outcome = SsoSignIn | { readonly refused: 'no_roles' } | { readonly release: EmailOwner };

async function startSession(
  { services, request, record }: Exchange,
  tenant: Tenant,
  login: VerifiedLogin,
  draft: SessionDraft,
): Promise<Outcome> {
  const { configuration, claims } = login;
  await lockOrganization(tenant, 'sso_logins');
  const isByScim = await areGroupsByScim(tenant);
  if (claims.hasOverage && !isByScim) throw new SsoRefusal('groups_overage');
  const proven = await listProvenDomains(tenant);
  if (!isOfOwnOrganization(configuration.issuer, claims, proven)) throw new SsoRefusal('wrong_organization');
  const isTrusted = claims.isEmailVerified ?? configuration.trustEmail;
  const isOwn = claims.email !== undefined && proven.includes(domainOfEmail(claims.email));
  const email = isOwn && isTrusted ? claims.email : undefined;
  const entries: AuditTarget[] = [];
  const person = await findPerson(tenant, login, email, entries);
  if ('release' in person) return person;
  const { identity, isNew } = person;
  const before = await getUser(tenant, identity.userId);
  if (before.status !== 'active') throw new SsoRefusal('account_deactivated');
  if (email !== undefined && email !== before.email) await takeEmail(tenant, before, email, entries);
  await recordIdentityLogin(tenant, identity.id, isByScim ? [] : claims.groups);
  const { changed, keptAdministrator } = await applyMappings(tenant, [before.id]);
  const user = await recordLogin(tenant, { userId: before.id, passwordHash: undefined });
  if (user === undefined) throw new SsoRefusal('account_deactivated');
  if (user.roles.length === 0) {
    // Nobody is created without a role. A user who lost the last one loses it also in the sessions that are open.
    if (isNew) throw new SsoRefusal('no_roles');
    return { refused: 'no_roles' };
  }
  if (changed.length > 0) entries.push({ action: 'member.roles_mapped', details: { roles: user.roles } });
  if (keptAdministrator !== undefined) entries.push({ action: 'member.administrator_kept' });
  const sso = { identityId: identity.id, providerSession: claims.providerSession };
  const session = await createSession(tenant, user.id, draft, sessionOriginOf(request), sso);
  await setSsoStatus(tenant, undefined);
  const actor = { actorType: 'user', actorId: user.id, actorName: user.name } as const;
  for (const entry of entries)
    await record(tenant, { actor, type: 'member', id: user.id, name: user.name, ...entry });
  await record(tenant, { actor, type: 'session', id: session.id, details: { method: 'sso' } });
  services.logger.debug({ user_id: user.id }, 'signed in by single sign-on');
  return { session: { ...session, key: draft.key }, user, organization: await getOrganization(tenant) };
}

type Person = { readonly identity: SsoIdentity; readonly isNew: boolean } | { readonly release: EmailOwner };

/** Finds the account of the provider, or binds it: to the user who links it, to the user of the email, or to a new user. */
async function findPerson(
  tenant: Tenant,
  { configuration, transaction, claims }: VerifiedLogin,
  email: string | undefined,
  entries: AuditTarget[],
): Promise<Person> {
  const known = await findIdentity(tenant, configuration, claims.subject);
  const { linkUserId } = transaction;
  if (known !== undefined) {
    if (linkUserId !== undefined && linkUserId !== known.userId) throw new SsoRefusal('other_user');
    return { identity: known, isNew: false };
  }
  const bind = async (userId: string, isNew: boolean): Promise<Person> => {
    if ((await findIdentityOf(tenant, configuration, userId)) !== undefined)
      throw new SsoRefusal('other_subject');
    const identity = await insertIdentity(tenant, configuration, claims.subject, userId);
    const { issuer } = configuration;
    entries.push({ action: 'member.identity_bound', details: { issuer, subject: claims.subject } });
    return { identity, isNew };
  };
  if (linkUserId !== undefined) return bind(linkUserId, false);
  if (email === undefined) throw new SsoRefusal('email_not_proven');
  const owner = await findEmailOwner(tenant, email);
  if (owner?.organizationId === tenant.organizationId) {
    const user = await getUser(tenant, owner.userId);
    if (user.status !== 'active') throw new SsoRefusal('account_deactivated');
    if (isAdministrativeUser(user)) throw new SsoRefusal('link_required');
    const person = await bind(user.id, false);
    await confirmEmail(tenant, user);
    return person;
  }
  if (owner?.isVerified === true) throw new SsoRefusal('email_taken');
  if (owner !== undefined) return { release: owner };
  return bind((await createPerson(tenant, email, claims, entries)).id, true);
}

/** Creates a user without password, and accepts a pending invitation, whose roles are roles by hand. */
async function createPerson(
  tenant: Tenant,
  email: string,
  { name }: SsoClaims,
  entries: AuditTarget[],
): Promise<User> {
  const invitation = await acceptInvitationTo(tenant, email);
  const user = await createUser(tenant, {
    email,
    name: name ?? email.slice(0, email.lastIndexOf('@')),
    passwordHash: undefined,
    roles: invitation?.roles ?? [],
    emailVerified: true,
  });
  entries.push({ action: 'member.created', details: { method: 'sso' } });
  if (invitation !== undefined)
    entries.push({
      action: 'invitation.accepted',
      type: 'invitation',
      id: invitation.id,
      name: email,
      details: { user_id: user.id, roles: invitation.roles },
    });
  return user;
}

/** Takes another email of a bound account over, if it is free; else the old one stays. */
async function takeEmail(tenant: Tenant, user: User, email: string, entries: AuditTarget[]): Promise<void> {
  const isFree = (await findEmailOwner(tenant, email)) === undefined;
  if (isFree) await replaceEmail(tenant, user.id, email);
  entries.push({
    action: isFree ? 'member.email_changed' : 'member.email_kept',
    details: { from: user.email, to: email },
  });
}

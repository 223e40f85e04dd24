import { normalizeEmail } from './normalize-email.ts';

/** What the claims of an ID token state about a person. Texts are normalised, and cut where a provider has no limit. */
export interface SsoClaims {
  readonly subject: string;
  /** In lower case; `undefined` if it is absent or no email address. */
  readonly email: string | undefined;
  /** `undefined` if the provider sends no `email_verified`. */
  readonly isEmailVerified: boolean | undefined;
  readonly name: string | undefined;
  readonly groups: readonly string[];
  /** The token only points to the groups. Source: Microsoft, "Configure group claims": above 200 groups in an ID token. */
  readonly hasOverage: boolean;
  /** `hd` of Google: the domain of the Workspace organization. */
  readonly hostedDomain: string | undefined;
  /** `sid`: the session at the provider. */
  readonly providerSession: string | undefined;
}

const maximumGroups = 1000;
const maximumGroup = 256;
const maximumSubject = 255;
const maximumName = 200;
const maximumEmail = 254;

/**
 * Reads the claims of an ID token whose signature was verified.
 * @returns `undefined` for a token without a usable subject. Source: OpenID Connect Core, section 2: at most 255 characters
 */
export function readSsoClaims(
  payload: Readonly<Record<string, unknown>>,
  groupClaim: string,
): SsoClaims | undefined {
  const subject = payload['sub'];
  if (typeof subject !== 'string' || subject === '' || subject.length > maximumSubject) return undefined;
  const names = payload['_claim_names'];
  const isPointer = typeof names === 'object' && names !== null && groupClaim in names;
  return {
    subject,
    email: emailOf(payload['email']),
    isEmailVerified: flagOf(payload['email_verified']),
    name: textOf(payload['name'])?.slice(0, maximumName),
    groups: groupsOf(payload[groupClaim]),
    hasOverage: isPointer || flagOf(payload['hasgroups']) === true,
    hostedDomain: textOf(payload['hd'])?.toLowerCase(),
    providerSession: textOf(payload['sid'])?.slice(0, maximumSubject),
  };
}

/**
 * Whether an account belongs to the organization: Google issues tokens for every account, and names the organization in `hd`.
 * Source: Google, "OpenID Connect", claims of an ID token.
 */
export function isOfOwnOrganization(
  issuer: string,
  { hostedDomain }: Pick<SsoClaims, 'hostedDomain'>,
  provenDomains: readonly string[],
): boolean {
  return issuer !== 'https://accounts.google.com' || provenDomains.some((domain) => domain === hostedDomain);
}

/** Returns the domain of an email address. */
export function domainOfEmail(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function emailOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const email = normalizeEmail(text);
  if (email.length > maximumEmail) return undefined;
  return /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(email) ? email : undefined;
}

/** Some providers send booleans as texts. */
function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return value === true || value === 'true';
}

function groupsOf(value: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const groups = given.filter(
    (group): group is string => typeof group === 'string' && group !== '' && group.length <= maximumGroup,
  );
  return [...new Set(groups)].slice(0, maximumGroups);
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
}

import { readOnlyOperation } from './identify-request.ts';
import type { IdentifiedRequest } from './identify-request.ts';
import type { Emulator } from './emulator.ts';
import { readEmulatedRole } from './policies.ts';
import type { EmulatedRole } from './policies.ts';

/** The account of the product. */
export const serviceAccountId = '999999999999';

/** The caller of a request. */
export interface CallerIdentity {
  readonly account: string;
  readonly arn: string;
  /** Absent for identities without restrictions: the product in its own account, and the root of an account. */
  readonly role?: { readonly name: string };
}

export interface Identities {
  of(request: IdentifiedRequest, accountHeader: string | undefined): CallerIdentity;
  /** Registers the identity of temporary credentials. */
  addSession(accessKeyId: string, identity: CallerIdentity): void;
  /** The role of an identity, cached for up to 30 s; `undefined` when it does not exist. */
  role(identity: CallerIdentity): Promise<EmulatedRole | undefined>;
  /** Clears the cached roles that a call of an account may have changed. Call it after each call. */
  invalidateRoles(account: string, call: { readonly service: string; readonly operation: string }): void;
}

/** The cache ends by itself, because a restart of the emulator deletes the roles. */
const cacheMilliseconds = 30_000;

/** The access key `root-<account>`, or the header `x-moto-account-id`, identifies the root of an account. */
export function createIdentities(emulator: Emulator): Identities {
  const sessions = new Map<string, CallerIdentity>();
  const roles = new Map<string, { role: Promise<EmulatedRole | undefined>; until: number }>();
  return {
    of({ accessKeyId }, accountHeader) {
      const session = sessions.get(accessKeyId ?? '');
      if (session !== undefined) return session;
      const account = /^root-(\d{12})$/.exec(accessKeyId ?? '')?.[1] ?? accountHeader ?? serviceAccountId;
      return { account, arn: `arn:aws:iam::${account}:root` };
    },
    addSession(accessKeyId, identity) {
      sessions.set(accessKeyId, identity);
    },
    async role({ account, role }) {
      if (role === undefined) return undefined;
      const key = `${account} ${role.name}`;
      const known = roles.get(key);
      if (known !== undefined && known.until > Date.now()) return known.role;
      const read = readEmulatedRole(emulator, account, role.name);
      roles.set(key, { role: read, until: Date.now() + cacheMilliseconds });
      read.catch(() => roles.delete(key));
      return read;
    },
    invalidateRoles(account, { service, operation }) {
      if (readOnlyOperation.test(operation)) return;
      // A stack set changes roles of other accounts.
      if (service === 'cloudformation') roles.clear();
      if (service !== 'iam') return;
      for (const key of roles.keys()) if (key.startsWith(`${account} `)) roles.delete(key);
    },
  };
}

import type { IdentifiedRequest } from './identify-request.ts';
import type { Emulator } from './emulator.ts';
import { readRole } from './policies.ts';
import type { Role } from './policies.ts';

/** The account that this service itself lives in. */
export const serviceAccountId = '999999999999';

/** Who calls. */
export interface Identity {
  readonly account: string;
  readonly arn: string;
  /** Absent for identities that may do everything: the service in its own account, and an account's root. */
  readonly role?: { readonly name: string };
}

export interface Identities {
  of(request: IdentifiedRequest, accountHeader: string | undefined): Identity;
  /** Remembers whom temporary credentials belong to. */
  remember(accessKeyId: string, identity: Identity): void;
  role(identity: Identity): Promise<Role | undefined>;
  /** A change of IAM in an account acts on the next call. */
  forget(account: string): void;
}

const cacheMilliseconds = 1000;

/** The access key `root-<account>`, or the emulator's own header, acts as an account's root: to set accounts up with. */
export function createIdentities(emulator: Emulator): Identities {
  const sessions = new Map<string, Identity>();
  const roles = new Map<string, { role: Promise<Role | undefined>; until: number }>();
  return {
    of({ accessKeyId }, accountHeader) {
      const session = sessions.get(accessKeyId ?? '');
      if (session !== undefined) return session;
      const account = /^root-(\d{12})$/.exec(accessKeyId ?? '')?.[1] ?? accountHeader ?? serviceAccountId;
      return { account, arn: `arn:aws:iam::${account}:root` };
    },
    remember(accessKeyId, identity) {
      sessions.set(accessKeyId, identity);
    },
    async role({ account, role }) {
      if (role === undefined) return undefined;
      const key = `${account} ${role.name}`;
      const known = roles.get(key);
      if (known !== undefined && known.until > Date.now()) return known.role;
      const read = readRole(emulator, account, role.name);
      roles.set(key, { role: read, until: Date.now() + cacheMilliseconds });
      return read;
    },
    forget(account) {
      for (const key of roles.keys()) if (key.startsWith(`${account} `)) roles.delete(key);
    },
  };
}

import { setMaxListeners } from 'node:events';
import { isSuspended } from '../../domain/connections/account-status.ts';
import type { DirectoryAccount } from '../../db/connections/store-aws-organization.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { semaphore } from '../semaphore.ts';

const atOnce = 4;
const attempts = 8;
const longestPauseMs = 10_000;

interface Walk {
  /** As the management account or a delegated administrator. */
  readonly caller: AwsCaller;
  readonly region: string;
  readonly signal?: AbortSignal;
  /** Told after every page. */
  readonly onProgress?: () => void;
}

interface Place {
  readonly id: string;
  readonly path: string;
}

/**
 * Walks roots → OUs → accounts: two calls for each OU and one more for each further page, whatever the number of
 * accounts. Pages may be empty and still name a next one. A throttle delays.
 * @throws the SDK's error of the call that failed for good; nothing of a half-walked organization is returned.
 */
export async function walkAwsOrganization(options: Walk): Promise<readonly DirectoryAccount[]> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal ? [options.signal] : [])]);
  setMaxListeners(0, signal);
  const list = pagesOf({ ...options, signal });
  const slots = semaphore(atOnce);
  const accounts = new Map<string, DirectoryAccount>();
  const visit = async ({ id, path }: Place): Promise<void> => {
    const input = { ParentId: id };
    const [units, members] = await Promise.all([
      slots(() => list<Named>('ListOrganizationalUnitsForParent', 'OrganizationalUnits', input)),
      slots(() => list<Member>('ListAccountsForParent', 'Accounts', input)),
    ]);
    // One that is moved meanwhile is listed twice; where it was seen last counts.
    for (const member of members) accounts.set(member.Id ?? '', present(member, path));
    await Promise.all(units.map(({ Id = '', Name = '' }) => visit({ id: Id, path: `${path}/${Name}` })));
  };
  try {
    const roots = await listRoots(options);
    await Promise.all(roots.map(({ Id = '', Name = 'Root' }) => visit({ id: Id, path: `/${Name}` })));
  } finally {
    // The first failure ends the walk: what still waits asks nothing more.
    ending.abort();
  }
  return [...accounts.values()];
}

export function listRoots(options: Walk): Promise<readonly Named[]> {
  return pagesOf(options)<Named>('ListRoots', 'Roots', {});
}

/** The organization's own id, and the account that manages it. */
export async function describeOrganization(
  caller: AwsCaller,
  region: string,
): Promise<{ readonly id: string; readonly managementAccountNumber: string }> {
  const { Organization: organization } = (await withPatience(() =>
    caller.call({ client: 'organizations', region, operation: 'DescribeOrganization' }),
  )) as { Organization?: { Id?: string; MasterAccountId?: string } };
  return { id: organization?.Id ?? '', managementAccountNumber: organization?.MasterAccountId ?? '' };
}

interface Named {
  readonly Id?: string;
  readonly Name?: string;
}

interface Member extends Named {
  readonly Email?: string;
  readonly State?: string;
  readonly Status?: string;
}

function present(member: Member, path: string): DirectoryAccount {
  return {
    account_id: member.Id ?? '',
    name: member.Name ?? null,
    email: member.Email ?? null,
    ou_path: path,
    suspended: isSuspended(member),
  };
}

function pagesOf({ caller, region, signal, onProgress }: Walk) {
  return async <T>(operation: string, key: string, input: object): Promise<readonly T[]> => {
    const items: T[] = [];
    let token: string | undefined;
    do {
      const next: string | undefined = token;
      const page = (await withPatience(
        () =>
          caller.call({
            client: 'organizations',
            region,
            operation,
            input: { ...input, ...(next === undefined ? {} : { NextToken: next }) },
            ...(signal ? { signal } : {}),
          }),
        signal,
      )) as Readonly<Record<string, unknown>>;
      items.push(...((page[key] ?? []) as T[]));
      token = typeof page['NextToken'] === 'string' ? page['NextToken'] : undefined;
      onProgress?.();
    } while (token !== undefined && token !== '');
    return items;
  };
}

async function withPatience<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const { retryable, retryAfterMs } = classifyAwsError(error);
      if (!retryable || attempt >= attempts) throw error;
      const pause = retryAfterMs ?? 100 * 2 ** attempt * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, longestPauseMs)));
    }
  }
}

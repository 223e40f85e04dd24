import { isSuspended } from '../../domain/connections/account-status.ts';
import { defined } from '../../domain/defined.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import type { DirectoryAccount } from '../../db/connections/store-aws-organization.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';
import { retryAws } from '../../clients/aws/retry-aws.ts';
import { pageTokenCheck } from '../discovery/aws/page-tokens.ts';

const parentsAtOnce = 4;

interface WalkOptions {
  /** Credentials of the management account or of a delegated administrator. */
  readonly caller: AwsCaller;
  readonly region: string;
  readonly signal?: AbortSignal;
  /** Called after every page. */
  readonly onProgress?: () => void;
}

/** A root or an OU. */
interface ParentRef {
  readonly id: string;
  /** Names from the root down, e.g. `/Root/Workloads`. */
  readonly path: string;
  readonly isRoot: boolean;
}

/**
 * Lists the accounts of an AWS organization, level by level: roots, then their OUs, and so on. Makes two calls per OU plus
 * one per additional page. An empty page can have a next page. Retries throttled calls. An OU that is deleted during the walk
 * has no accounts: AWS deletes only empty OUs. Accounts that were moved from it can be missing.
 * @throws the SDK's error of the first call that failed, PagingError when page tokens repeat; no partial result is returned.
 */
export async function walkAwsOrganization(options: WalkOptions): Promise<readonly DirectoryAccount[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const list = pagesOf({ ...options, signal });
  const accounts = new Map<string, DirectoryAccount>();
  const visit = async ({ id, path, isRoot }: ParentRef): Promise<readonly ParentRef[]> => {
    try {
      const members = await list<Member>('ListAccountsForParent', 'Accounts', { ParentId: id });
      // An account that is moved during the walk can be listed under two parents. The later one is used.
      for (const member of members) accounts.set(member.Id ?? '', toDirectoryAccount(member, path));
      const units = await list<Named>('ListOrganizationalUnitsForParent', 'OrganizationalUnits', {
        ParentId: id,
      });
      return units.map(({ Id = '', Name = '' }) => ({ id: Id, path: `${path}/${Name}`, isRoot: false }));
    } catch (error) {
      if (!isRoot && classifyAwsError(error).code === 'ParentNotFoundException') return [];
      // The walk has failed: stops the retries of calls in flight.
      failed.abort(error);
      throw error;
    }
  };
  const roots = await listRoots(options);
  let level: readonly ParentRef[] = roots.map(({ Id = '', Name = 'Root' }) => ({
    id: Id,
    path: `/${Name}`,
    isRoot: true,
  }));
  while (level.length > 0) level = (await mapConcurrently(level, parentsAtOnce, visit)).flat();
  return [...accounts.values()];
}

/** Lists the roots of an AWS organization. Retries throttled calls. */
export function listRoots(options: WalkOptions): Promise<readonly Named[]> {
  return pagesOf(options)<Named>('ListRoots', 'Roots', {});
}

/** Returns the id of the AWS organization and the number of its management account. */
export async function describeOrganization(
  caller: AwsCaller,
  region: string,
): Promise<{ readonly id: string; readonly managementAccountNumber: string }> {
  const { Organization: organization } = (await withRetries(() =>
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

function toDirectoryAccount(member: Member, path: string): DirectoryAccount {
  return {
    account_id: member.Id ?? '',
    name: member.Name,
    email: member.Email,
    ou_path: path,
    suspended: isSuspended(member),
  };
}

function pagesOf({ caller, region, signal, onProgress }: WalkOptions) {
  return async <T>(operation: string, key: string, input: object): Promise<readonly T[]> => {
    const items: T[] = [];
    const check = pageTokenCheck(operation);
    let token: string | undefined;
    do {
      const next: string | undefined = token;
      const page = (await withRetries(
        () =>
          caller.call({
            client: 'organizations',
            region,
            operation,
            input: { ...input, ...defined({ NextToken: next }) },
            ...defined({ signal }),
          }),
        signal,
      )) as Readonly<Record<string, unknown>>;
      items.push(...((page[key] ?? []) as T[]));
      token =
        typeof page['NextToken'] === 'string' && page['NextToken'] !== '' ? page['NextToken'] : undefined;
      if (token !== undefined) check(token);
      onProgress?.();
    } while (token !== undefined);
    return items;
  };
}

function withRetries<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return retryAws(call, {
    attempts: 8,
    backoffMs: 400,
    maximumBackoffMs: 20_000,
    maximumRetryAfterMs: 10_000,
    signal,
  });
}

import { errors } from '../../domain/errors.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { ScmClients } from '../../clients/scm/scm-clients.ts';
import { providerUnavailable } from './provider-errors.ts';

export interface CheckedGitlab {
  readonly groupId: string;
  readonly groupPath: string;
  readonly tokenExpiresAt: Date | undefined;
  readonly scopes: readonly string[];
}

/**
 * Reads the token and the group.
 *
 * @param groupNotFound creates the error for a group that does not exist or that the token cannot access
 * @throws CatalogueError `validation_failed` for a token that GitLab rejects or an address without the API of GitLab;
 *   the error of `groupNotFound`; `unsafe_base_url`; `provider_unavailable`.
 */
export async function checkGitlab(
  scm: ScmClients,
  credentials: { readonly baseUrl: string; readonly accessToken: string; readonly group: string },
  groupNotFound: () => Error,
): Promise<CheckedGitlab> {
  const client = await fromGitlab(
    async () => scm.gitlab({ provider: 'gitlab', ...credentials }),
    groupNotFound,
  );
  const { scopes, expiresAt } = await fromGitlab(
    () => client.describeToken(),
    () => errors.validationFailed('base_url', 'is not the address of a GitLab instance'),
  );
  if (!scopes.some((scope) => scope === 'read_api' || scope === 'api'))
    throw errors.validationFailed('access_token', 'needs the scope read_api');
  const group = await fromGitlab(() => client.getGroup(credentials.group), groupNotFound);
  return { groupId: group.id, groupPath: group.fullPath, tokenExpiresAt: expiresAt, scopes };
}

async function fromGitlab<T>(request: () => Promise<T>, notFound: () => Error): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof ScmError ? toCatalogueError(error, notFound) : error;
  }
}

function toCatalogueError(error: ScmError, notFound: () => Error): Error {
  switch (error.fault) {
    case 'token_refused':
      return errors.validationFailed('access_token', 'is rejected by GitLab');
    case 'forbidden':
      return errors.validationFailed('access_token', 'lacks the scope read_api or a role in the group');
    case 'not_found':
      return notFound();
    case 'unsafe_address':
      return errors.unsafeBaseUrl();
    default:
      return providerUnavailable(error, 'GitLab');
  }
}

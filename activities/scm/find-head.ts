import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { refOf } from './sync-pull-requests.ts';

export interface Head {
  /** Missing when the default branch does not exist, as in an empty repository. */
  readonly commitSha?: string;
  /** The default branch, if it is not the stored one. */
  readonly newDefaultBranch?: string;
}

/**
 * Returns the head of the default branch. If the stored branch does not exist, asks the provider for the name of the
 * default branch: the push of a renamed branch can arrive before the event of the rename.
 *
 * @throws ScmError
 */
export async function findHead(client: ScmClient, repository: Repository): Promise<Head> {
  const ref = refOf(repository);
  const { defaultBranch: stored } = repository;
  const head = stored === undefined ? undefined : await client.getHead(ref, stored);
  if (head !== undefined) return { commitSha: checked(head) };
  const { defaultBranch: current } = await client.getRepository(ref);
  if (current === undefined || current === stored) return {};
  const commitSha = await client.getHead(ref, current);
  return { newDefaultBranch: current, ...(commitSha === undefined ? {} : { commitSha: checked(commitSha) }) };
}

function checked(sha: string): string {
  if (!/^[0-9a-f]{40,64}$/.test(sha))
    throw new ScmError('invalid_response', 'The provider sent a commit that is not a SHA.');
  return sha;
}

import { answerLimits } from '../answer-limits.ts';
import { limitedField } from '../scm/limited-field.ts';
import { defined } from '../../domain/defined.ts';
import type { TreeEntry } from '../../domain/scm/detection/paths/tree-entry.ts';
import type { RepositoryTree } from '../../domain/scm/provider-records.ts';
import { ScmError } from '../scm/scm-error.ts';
import type { GitlabResponse } from './gitlab-requester.ts';

const perPage = 100;
/** Source: GitLab, "Keyset-based pagination"; a tree has no other limit. */
const maximumEntries = 100_000;
const entryTypes: readonly TreeEntry['type'][] = ['blob', 'tree', 'commit'];

/**
 * Reads the tree of a commit by keyset pages. Of the `Link` header only the page token is used, so that a response cannot
 * lead to another host. The number of pages is limited, because a page can be empty.
 *
 * @param readPage requests a page of `/projects/:id/repository/tree`
 * @throws ScmError `invalid_response` for a page that is no list of entries
 */
export async function readGitlabTree(
  commitSha: string,
  readPage: (query: Readonly<Record<string, string>>) => Promise<GitlabResponse>,
): Promise<RepositoryTree> {
  const entries: TreeEntry[] = [];
  let token: string | undefined;
  let characters = 0;
  for (let page = 0; page < maximumEntries / perPage; page += 1) {
    const { body, headers } = await readPage({
      ref: commitSha,
      recursive: 'true',
      pagination: 'keyset',
      per_page: String(perPage),
      ...defined({ page_token: token }),
    });
    for (const entry of entriesOf(body)) {
      characters += entry.path.length;
      entries.push(entry);
    }
    if (characters > answerLimits.treeCharacters || entries.length > maximumEntries)
      return { commitSha, entries, truncated: true };
    token = nextToken(headers['link'] ?? '');
    if (token === undefined) return { commitSha, entries, truncated: false };
  }
  return { commitSha, entries, truncated: true };
}

function nextToken(link: string): string | undefined {
  const next = /<([^<>]*)>; *rel="?next"?/.exec(link)?.[1];
  if (next === undefined || !URL.canParse(next)) return undefined;
  return new URL(next).searchParams.get('page_token') ?? undefined;
}

function entriesOf(body: unknown): readonly TreeEntry[] {
  if (!Array.isArray(body)) throw new ScmError('invalid_response', 'GitLab sent no list of files.');
  return body.map((entry: unknown) => {
    const { id, path, mode, type } = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const known = entryTypes.find((one) => one === type);
    if (typeof id !== 'string' || typeof path !== 'string' || typeof mode !== 'string' || known === undefined)
      throw new ScmError('invalid_response', 'GitLab sent a file without a path, a mode or an id.');
    return {
      sha: limitedField('GitLab', id, 'id'),
      path: limitedField('GitLab', path, 'path'),
      mode: limitedField('GitLab', mode, 'mode'),
      type: known,
    };
  });
}

import type { Gitlab } from '@gitbeaker/rest';
import { answerLimits } from '../answer-limits.ts';
import type { CommentToWrite, CommitStatus } from '../scm/scm-client.ts';
import { ScmError } from '../scm/scm-error.ts';
import { readPages } from './gitlab-pages.ts';

interface NoteRecord {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number };
}

const perPage = 100;

/** As `upsertComment` of ScmClient. A note of another user with the marker is ignored. */
export async function upsertNote(
  api: Gitlab,
  projectId: string,
  number: number,
  { id, marker, body, mayWrite }: CommentToWrite,
): Promise<string | undefined> {
  if (id !== undefined) {
    if (!(await mayWrite())) return undefined;
    if (await update(api, projectId, number, id, body)) return id;
  }
  const found = await findNote(api, projectId, number, marker);
  if (!(await mayWrite())) return undefined;
  if (found !== undefined && (await update(api, projectId, number, found, body))) return found;
  const note = await api.MergeRequestNotes.create(projectId, number, body);
  return String(note.id);
}

export async function setGitlabStatus(
  api: Gitlab,
  projectId: string,
  sha: string,
  { context, state, description }: CommitStatus,
): Promise<void> {
  await api.Commits.editStatus(projectId, sha, state === 'failure' ? 'failed' : 'success', {
    context,
    description,
  });
}

/** Returns whether the note exists. */
async function update(
  api: Gitlab,
  projectId: string,
  number: number,
  id: string,
  body: string,
): Promise<boolean> {
  try {
    await api.MergeRequestNotes.edit(projectId, number, Number(id), { body });
    return true;
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found') return false;
    throw error;
  }
}

async function findNote(
  api: Gitlab,
  projectId: string,
  number: number,
  marker: string,
): Promise<string | undefined> {
  const { id: self } = await api.Users.showCurrentUser();
  const { items: ids } = await readPages<NoteRecord, number>(
    answerLimits.pages,
    (page) =>
      api.MergeRequestNotes.all(projectId, number, {
        orderBy: 'created_at',
        sort: 'asc',
        perPage,
        page,
        maxPages: 1,
        showExpanded: true,
      }),
    (notes) =>
      notes.filter(({ author, body }) => author.id === self && body.startsWith(marker)).map(({ id }) => id),
  );
  const [found] = ids;
  return found === undefined ? undefined : String(found);
}

import { DocumentRejected } from '../../../runtime/document-workers.ts';
import type { DocumentProblem, DocumentTask } from '../../../runtime/document-workers.ts';
import { ScmError } from '../../../clients/scm/scm-error.ts';
import type { RunDocument } from '../../shared/run-document.ts';
import type { run as detectProjects } from './detect-projects-task.ts';
import type { run as planScan } from './plan-scan-task.ts';

type TaskOf<Run extends (input: never) => unknown> = DocumentTask<Parameters<Run>[0], ReturnType<Run>>;

/** Characters of a tree and of all documents of a repository. A thread has 256 MB of memory. */
export const maximumDocumentsLength = 64 * 1024 * 1024;
const deadlineMilliseconds = 60_000;

export const planScanTask: TaskOf<typeof planScan> = {
  module: new URL('./plan-scan-task.ts', import.meta.url),
  maximumSize: maximumDocumentsLength,
  deadlineMilliseconds,
};

export const detectProjectsTask: TaskOf<typeof detectProjects> = {
  module: new URL('./detect-projects-task.ts', import.meta.url),
  maximumSize: maximumDocumentsLength,
  deadlineMilliseconds,
};

/**
 * Runs one of the tasks.
 * @throws ScmError `too_large` when the repository exceeds a limit of a thread. A retry fails in the same way.
 */
export async function runForRepository<Input, Output>(
  runDocument: RunDocument,
  task: DocumentTask<Input, Output>,
  input: Input,
): Promise<Output> {
  try {
    return await runDocument(task, input);
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    throw tooLarge(error.problem, error);
  }
}

/** Returns the error of a repository whose documents have more than {@link maximumDocumentsLength} characters. */
export function documentsTooLarge(): ScmError {
  return tooLarge('too_large');
}

/** Returns the error of a repository whose projects are longer than detection may return. */
export function projectsTooLarge(): ScmError {
  return new ScmError('too_large', 'The repository cannot be scanned: its projects are larger than 64 MB.');
}

function tooLarge(problem: DocumentProblem, cause?: Error): ScmError {
  return new ScmError('too_large', `The repository cannot be scanned: ${limits[problem]}.`, { cause });
}

const limits: Readonly<Record<DocumentProblem, string>> = {
  too_large: 'its infrastructure code is larger than 64 MB',
  too_deep: 'its infrastructure code is nested too deeply',
  deadline_exceeded: 'detection takes longer than a minute',
  out_of_memory: 'detection needs too much memory',
};

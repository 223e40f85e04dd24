import { toJsonText } from '../../../domain/json/text.ts';
import { unreadable } from '../../../domain/scm/detection/documents/read-text.ts';
import { DocumentRejected } from '../../../runtime/document-workers.ts';
import type { DocumentProblem, DocumentTask } from '../../../runtime/document-workers.ts';
import type { RunDocument } from '../../shared/run-document.ts';
import type { SourceFile } from './parse-files.ts';

const task: DocumentTask<readonly SourceFile[], readonly string[]> = {
  module: new URL('./parse-files.ts', import.meta.url),
  maximumSize: 16 * 1024 * 1024,
  deadlineMilliseconds: 30_000,
};

/** A batch costs one message to a thread and back. */
const batchFiles = 100;
const batchSize = 2 * 1024 * 1024;

export interface ParsedFile {
  readonly path: string;
  /** The JSON text of a `DetectionDocument`. */
  readonly document: string;
}

/**
 * Parses files of a repository in worker threads, in batches. When a batch exceeds the deadline or the memory of a thread,
 * its files are parsed one by one, so that one hostile file makes only itself unreadable.
 */
export async function* parseInThread(
  runDocument: RunDocument,
  files: AsyncIterable<SourceFile>,
): AsyncGenerator<ParsedFile, void, undefined> {
  let batch: SourceFile[] = [];
  let size = 0;
  for await (const file of files) {
    batch.push(file);
    size += file.content.length;
    if (batch.length < batchFiles && size < batchSize) continue;
    yield* parseBatch(runDocument, batch);
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield* parseBatch(runDocument, batch);
}

async function* parseBatch(
  runDocument: RunDocument,
  batch: readonly SourceFile[],
): AsyncGenerator<ParsedFile, void, undefined> {
  try {
    const documents = await runDocument(task, batch);
    for (const [index, document] of documents.entries()) {
      const path = batch[index]?.path;
      if (path !== undefined) yield { path, document };
    }
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined)
      yield { path: first.path, document: toJsonText(unreadable(problemTexts[error.problem])) };
    else for (const file of batch) yield* parseBatch(runDocument, [file]);
  }
}

const problemTexts: Readonly<Record<DocumentProblem, string>> = {
  too_large: 'The file is too large.',
  too_deep: 'The file is nested too deeply.',
  deadline_exceeded: 'Parsing the file takes too long.',
  out_of_memory: 'Parsing the file needs too much memory.',
};

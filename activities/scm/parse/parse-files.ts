import { toJsonText } from '../../../domain/json-text.ts';
import { parseDocument } from './parse-document.ts';

export interface SourceFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Parses files in the order in which they are given. Returns the JSON text of each document, so that only this thread
 * copies its objects. Runs in a worker thread; see `parse-in-thread.ts`.
 */
export async function run(files: readonly SourceFile[]): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const { path, content } of files) documents.push(toJsonText(await parseDocument(path, content)));
  return documents;
}

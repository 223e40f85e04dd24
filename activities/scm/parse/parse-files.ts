import { sizeOfJson } from '../../../domain/json/size.ts';
import { toJsonText } from '../../../domain/json/text.ts';
import { unreadable } from '../../../domain/scm/detection/documents/read-text.ts';
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
  for (const { path, content } of files) {
    const document = await parseDocument(path, content);
    // The text of a document with aliases can be longer than a string of V8.
    const isTooLarge = sizeOfJson(document, maximumDocumentLength) > maximumDocumentLength;
    const text = isTooLarge ? '' : toJsonText(document);
    const isTooLong = isTooLarge || text.length > maximumDocumentLength;
    documents.push(isTooLong ? toJsonText(unreadable('The file has too many values.')) : text);
  }
  return documents;
}

/**
 * Characters of a document. Most have a few hundred. The aliases of a YAML file of 100 KB can stand for 100 MB, which would
 * be copied to the process and stored.
 */
const maximumDocumentLength = 512 * 1024;

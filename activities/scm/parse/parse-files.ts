import type { DetectionDocument } from '../../../domain/scm/detection/document.ts';
import { parseDocument } from './parse-document.ts';

export interface SourceFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Parses files in the order in which they are given. Runs in a worker thread; see `parse-in-thread.ts`. */
export async function run(files: readonly SourceFile[]): Promise<readonly DetectionDocument[]> {
  const documents: DetectionDocument[] = [];
  for (const { path, content } of files) documents.push(await parseDocument(path, content));
  return documents;
}

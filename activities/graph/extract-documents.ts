import type { ExtractedHolder, HolderDocument } from '../../domain/graph/edge-rule.ts';
import { DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import type { RunDocument } from '../shared/run-document.ts';
import { run } from './extract-documents-task.ts';
import type { DocumentsToExtract } from './extract-documents-task.ts';

const task: DocumentTask<DocumentsToExtract, readonly ExtractedHolder[]> = {
  module: new URL('./extract-documents-task.ts', import.meta.url),
  maximumSize: 64 * 1024 * 1024,
  deadlineMilliseconds: 60_000,
};

/** Smaller inputs are extracted in the event loop: the start of a thread takes longer. In characters. */
const inlineSize = 32 * 1024;

/** The extraction of one document. `rejected`: a thread could not process it, so that only its identity is known. */
export interface DocumentExtraction {
  readonly extracted: ExtractedHolder;
  readonly rejected: boolean;
}

/**
 * Extracts documents in a thread. When the thread fails, extracts them one by one, so that one document does not hide the
 * others.
 */
export async function extractDocuments(
  runDocument: RunDocument,
  documents: readonly HolderDocument[],
  hmacKey: Uint8Array,
): Promise<readonly DocumentExtraction[]> {
  const size = documents.reduce(
    (sum, { configuration, volatile, tags }) => sum + configuration.length + volatile.length + tags.length,
    0,
  );
  const input = { documents: documents.map(documentOf), hmacKey };
  if (size <= inlineSize) return accepted(run(input));
  try {
    return accepted(await runDocument(task, input));
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    const [only, ...others] = input.documents;
    if (only === undefined) return [];
    if (others.length === 0) return [{ extracted: identityOf(only, hmacKey), rejected: true }];
    const extractions: DocumentExtraction[] = [];
    for (const document of input.documents)
      extractions.push(...(await extractDocuments(runDocument, [document], hmacKey)));
    return extractions;
  }
}

function accepted(extracted: readonly ExtractedHolder[]): readonly DocumentExtraction[] {
  return extracted.map((one) => ({ extracted: one, rejected: false }));
}

/** Leaves out what the thread does not need. */
function documentOf(document: HolderDocument): HolderDocument {
  const { resourceType, nativeId, arn, name, awsAccountNumber, region, configuration, volatile, tags } =
    document;
  return { resourceType, nativeId, arn, name, awsAccountNumber, region, configuration, volatile, tags };
}

function identityOf(document: HolderDocument, hmacKey: Uint8Array): ExtractedHolder {
  const empty = { ...document, configuration: '{}', volatile: '{}', tags: '{}' };
  const [extracted] = run({ documents: [empty], hmacKey });
  return { identifiers: extracted?.identifiers ?? [], references: [] };
}

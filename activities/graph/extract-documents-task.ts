import { extractHolder } from '../../domain/graph/extract-holder.ts';
import type { ExtractedHolder, HolderDocument } from '../../domain/graph/edge-rule.ts';
import { keyedHash } from '../../runtime/keyed-hash.ts';

export interface DocumentsToExtract {
  readonly documents: readonly HolderDocument[];
  readonly hmacKey: string | Uint8Array;
}

/** Extracts the identifiers and references of documents, in order. Runs in a thread for large inputs. */
export function run({ documents, hmacKey }: DocumentsToExtract): readonly ExtractedHolder[] {
  const hash = keyedHash(hmacKey);
  return documents.map((document) => extractHolder(document, hash));
}

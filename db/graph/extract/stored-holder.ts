import type { ExtractedHolder } from '../../../domain/graph/edge-rule.ts';
import type { ExtractionCut } from '../../../domain/values.ts';
import type { HolderToExtract } from './read-holders.ts';

/** A holder with its identifiers and references. */
export interface StoredHolder {
  readonly holder: HolderToExtract;
  readonly extracted: Omit<ExtractedHolder, 'cut'>;
  readonly cut: ExtractionCut | undefined;
}

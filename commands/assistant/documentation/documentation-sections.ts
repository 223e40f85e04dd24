import { createHash } from 'node:crypto';
import type { DocumentSection } from '../../../domain/assistant/documentation/document-section.ts';
import { splitPage } from '../../../domain/assistant/documentation/split-page.ts';
import { documentationPages, readDocumentationPage } from './documentation-pages.ts';

let sections: readonly DocumentSection[] | undefined;

/** Returns the sections of the documentation. Reads the pages once in a process. */
export function documentationSections(): readonly DocumentSection[] {
  sections ??= documentationPages().flatMap((page) =>
    splitPage(readDocumentationPage(page) ?? '').map(({ fragment, ...section }) => {
      const path = fragment === '' ? page : `${page}#${fragment}`;
      return { ...section, id: uuidOf(path), url: `/api/v1/docs/pages/${path}` };
    }),
  );
  return sections;
}

/** Citations and the audit log have UUIDs. Version 8 is for ids of one's own form (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

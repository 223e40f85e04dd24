import { readdirSync, readFileSync } from 'node:fs';

/** Folders of `docs/` with pages for users and operators; the others are for people who change the product. */
const folders = ['', 'api/'] as const;
/** Generated tables, and pages about the source. */
const others: ReadonlySet<string> = new Set(['architecture.md', 'resource-types.md']);
const root = new URL('../../../docs/', import.meta.url);

let names: readonly string[] | undefined;

/** Returns the names of the pages, such as `discovery.md` and `api/tokens.md`. */
export function documentationPages(): readonly string[] {
  names ??= folders.flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.md') && !others.has(name))
      .map((name) => `${folder}${name}`),
  );
  return names;
}

/** Returns the Markdown of a page, or `undefined` for a name that no page has. */
export function readDocumentationPage(name: string): string | undefined {
  return documentationPages().includes(name) ? readFileSync(new URL(name, root), 'utf8') : undefined;
}

import { parseDocument } from '../../../activities/scm/parse/parse-document.ts';
import { createLocator } from '../../../domain/mapping/locate/create-locator.ts';
import type { LocatableSystem } from '../../../domain/mapping/locate/code-index.ts';
import type { KnownRemote } from '../../../domain/mapping/locate/module-node.ts';
import { folderOf } from '../../../domain/scm/detection/paths/repository-path.ts';
import { toJsonText } from '../../../domain/json/text.ts';

export type Texts = Readonly<Record<string, string>>;

/** Code of a project in the repository `infra`, and of other repositories by their id. */
export interface CodeFixture {
  readonly files: Texts;
  readonly path?: string;
  readonly system?: LocatableSystem;
  readonly repositories?: Readonly<Record<string, Texts>>;
  readonly remotes?: readonly KnownRemote[];
  /** Symbolic links among the files, with the files to which they lead. */
  readonly links?: Texts;
}

/** Returns a function that locates an address and returns `file:line confidence`, or `absent`. */
export async function locateInFiles(fixture: CodeFixture): Promise<(address: string) => string> {
  const { files, path = '.', system = 'terraform', repositories = {}, remotes = [], links = {} } = fixture;
  const parsed = await Promise.all(
    Object.entries({ infra: files, ...repositories }).flatMap(([repositoryId, texts]) =>
      Object.entries(texts).map(async ([name, text]) => ({
        repositoryId,
        path: name,
        document: toJsonText({
          ...(await parseDocument(
            name,
            repositoryId === 'infra' ? (files[links[name] ?? ''] ?? text) : text,
          )),
          ...(links[name] === undefined ? {} : { linkTarget: links[name] }),
        }),
      })),
    ),
  );
  const folders = Object.keys(files).map(folderOf);
  const locate = createLocator({
    project: { repositoryId: 'infra', path, system },
    files: parsed,
    folders,
    remotes,
  });
  return (address) => {
    const found = locate(address);
    if (found === undefined) return 'absent';
    const repository = found.repositoryId === 'infra' ? '' : `${found.repositoryId}/`;
    return `${repository}${found.file}:${found.line} ${found.confidence}`;
  };
}

import type { ScmProvider } from '../../values.ts';

/**
 * Returns the address of a line of a file at a commit. Sources: docs.github.com "Getting permanent links to files";
 * docs.gitlab.com "Files", permalinks.
 *
 * @param url the page of the repository: `https://github.com/acme/infra`
 * @returns undefined when `url` is not an http address
 */
export function permalinkOf(
  { provider, url }: { readonly provider: ScmProvider; readonly url: string },
  commitSha: string,
  { file, line }: { readonly file: string; readonly line: number },
): string | undefined {
  if (!/^https?:\/\//.test(url)) return undefined;
  const path = file.split('/').map(encodeURIComponent).join('/');
  return `${url.replace(/\/$/, '')}/${blobPaths[provider]}/${encodeURIComponent(commitSha)}/${path}#L${line}`;
}

const blobPaths: Readonly<Record<ScmProvider, string>> = { github: 'blob', gitlab: '-/blob' };

/** An entry of a git tree, as GitHub and GitLab list it. */
export interface TreeEntry {
  readonly path: string;
  /** `100644`, `100755`: file · `120000`: symbolic link · `160000`: submodule · `040000`: folder. */
  readonly mode: string;
  readonly type: string;
  /** Bytes of a blob. GitLab's tree has no sizes. */
  readonly size?: number;
  readonly sha: string;
  /** Of a symbolic link that was resolved: the file or the folder of the repository. A link to a file has its SHA and size. */
  readonly target?: string;
  /** Of a symbolic link that was resolved: the blob of the link, and its text. */
  readonly link?: { readonly sha: string; readonly text: string };
  readonly isFolderLink?: boolean;
  /** Of an entry that a link to a folder adds. */
  readonly isInLinkedFolder?: boolean;
}

export const symbolicLinkMode = '120000';

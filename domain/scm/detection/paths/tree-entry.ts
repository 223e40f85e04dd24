/** An entry of a git tree, as GitHub and GitLab list it. */
export interface TreeEntry {
  readonly path: string;
  /** `100644`, `100755`: file · `120000`: symbolic link · `160000`: submodule · `040000`: folder. */
  readonly mode: string;
  readonly type: string;
  /** Bytes of a blob. GitLab's tree has no sizes. */
  readonly size?: number;
  readonly sha: string;
}

export const symbolicLinkMode = '120000';

import { defined } from '../../defined.ts';
import { resolvePath } from '../../scm/detection/paths/repository-path.ts';

/** The `source` of a module call or of a Terragrunt unit. */
export type ModuleSource =
  | { readonly kind: 'local'; readonly path: string }
  /** A git repository. `remote` is the host name and the path, in lower case: `github.com/acme/modules`. */
  | { readonly kind: 'git'; readonly remote: string; readonly folder: string; readonly ref?: string }
  /** A registry, an archive, a bucket, or an expression. */
  | { readonly kind: 'other' };

const other: ModuleSource = { kind: 'other' };
const maximumSourceLength = 2_000;
const maximumRemoteLength = 500;

/**
 * Parses a module source. Source of the forms: developer.hashicorp.com/terraform/language/modules/sources and the
 * detectors of github.com/hashicorp/go-getter.
 */
export function parseModuleSource(source: string): ModuleSource {
  if (source.length > maximumSourceLength) return other;
  if (/^\.{1,2}(?:\/|$)/.test(source)) return { kind: 'local', path: source };
  const queryStart = source.indexOf('?');
  const address = queryStart === -1 ? source : source.slice(0, queryStart);
  const repository = readGitAddress(address);
  if (repository === undefined) return other;
  const folder = resolvePath('.', repository.folder);
  const remote = remoteOf(repository.host, repository.path);
  if (folder === undefined || remote === undefined) return other;
  const ref = queryStart === -1 ? undefined : refOf(source.slice(queryStart + 1));
  return defined({ kind: 'git', remote, folder, ref });
}

/** Returns the remote of a repository by its host name and path; undefined when it is too long or empty. */
export function remoteOf(host: string, path: string): string | undefined {
  const name = trimSlashes(path).replace(/\.git$/i, '');
  const remote = `${host}/${name}`.toLowerCase();
  return host === '' || name === '' || remote.length > maximumRemoteLength ? undefined : remote;
}

/**
 * Returns the remotes of a repository by the address of its page, `https://github.com/acme/modules`: the host name with the
 * full name and, when a self-managed GitLab is below a path of its host, with the path of the page. SSH addresses have the
 * first form, HTTP addresses the second.
 */
export function remotesOfUrl(url: string, fullName: string): readonly string[] {
  const [, host, path] =
    /^https?:\/\/(?:[^/@]{0,200}@)?([^/:]{1,255})(?::\d{1,5})?(\/[^?#]*)?/.exec(url) ?? [];
  if (host === undefined) return [];
  const remotes = [remoteOf(host, fullName), remoteOf(host, path ?? '')];
  return [...new Set(remotes.filter((remote) => remote !== undefined))];
}

/** Of the path of a self-managed GitLab below its host. Most have one segment, and a text of a customer can have hundreds. */
const maximumPrefixSegments = 5;

/** Returns the full names that the repository of a remote can have: the path of the host can precede the name. */
export function fullNamesOf(remote: string): readonly string[] {
  const [, ...segments] = remote.split('/');
  return segments
    .slice(0, Math.max(1, Math.min(segments.length - 1, maximumPrefixSegments + 1)))
    .map((_, start) => segments.slice(start).join('/'));
}

interface GitAddress {
  readonly host: string;
  readonly path: string;
  /** The folder after `//`; empty for the root folder. */
  readonly folder: string;
}

function readGitAddress(address: string): GitAddress | undefined {
  const isForced = address.startsWith('git::');
  const text = isForced ? address.slice('git::'.length) : address;
  const url = /^(https?|ssh|git):\/\/(?:[^/@]{0,200}@)?([^/:]{1,255})(?::\d{1,5}(?=\/))?[/:](.+)$/.exec(text);
  // Without `git::`, Terraform reads an http address as an archive.
  if (url !== null) return isForced || url[1] === 'ssh' ? withFolder(url[2], url[3]) : undefined;
  const scp = /^[\w.-]{1,100}@([\w.-]{1,255}):(?!\/\/)(.+)$/.exec(text);
  if (scp !== null) return withFolder(scp[1], scp[2]);
  const shorthand = /^(github\.com|gitlab\.com|bitbucket\.org)\/([^/]+\/[^/]+)\/{0,2}(.*)$/.exec(text);
  const [, host, path, folder] = shorthand ?? [];
  return host === undefined || path === undefined ? undefined : { host, path, folder: folder ?? '' };
}

/** `//` separates the folder from the repository. */
function withFolder(host = '', text = ''): GitAddress {
  const end = text.indexOf('//');
  return end === -1
    ? { host, path: text, folder: '' }
    : { host, path: text.slice(0, end), folder: trimSlashes(text.slice(end + 2)) };
}

function trimSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

function refOf(query: string): string | undefined {
  const value = query
    .split('&')
    .find((parameter) => parameter.startsWith('ref='))
    ?.slice('ref='.length);
  if (value === undefined || value === '') return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

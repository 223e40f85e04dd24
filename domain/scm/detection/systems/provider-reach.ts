import type { DetectedProject } from '../detected-project.ts';
import type { TerraformDocument } from '../documents/document.ts';
import { isTerraformFile } from '../documents/document-format.ts';
import { inMergeOrder } from '../documents/override-file.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { childOf, resolvePath } from '../paths/repository-path.ts';

/** What a project says of the accounts in which it can manage resources. */
export type ProviderReach = Pick<DetectedProject, 'withoutAws' | 'providerAccountNumbers'>;

/** The part of a Terraform file that the reach depends on. */
type ProviderFile = Pick<TerraformDocument, 'blocks' | 'modules' | 'providers' | 'requiredProviders'> & {
  readonly path: string;
};

/** Local modules of one root. Loops end, because each folder is visited once. */
const maximumFolders = 500;
const awsProviders: ReadonlySet<string> = new Set(['aws', 'awscc']);

/**
 * Returns what the provider configurations of a root module and its local modules say of its reach.
 *
 * - It is without AWS when all files and modules are known, and no provider is `aws` or `awscc`.
 * - It has account numbers when each configuration of these providers names accounts: by the role that it assumes, or by
 *   `allowed_account_ids`. Terraform adds a default configuration where the root module declares none, and this one names no
 *   account.
 *
 * @param root the folder of the root module, or undefined when it is in another repository
 * @param generated files that do not exist in the repository
 * @param runAs the account of the role that the tool assumes before it runs Terraform
 */
export function providerReachOf(
  files: FileIndex,
  root: string | undefined,
  generated: readonly ProviderFile[] = [],
  { ownFolders = [], runAs }: { readonly ownFolders?: readonly string[]; readonly runAs?: string } = {},
): ProviderReach {
  const folders = [...(root === undefined ? [] : [root]), ...ownFolders];
  const start = folders.flatMap((folder) => filesIn(files, folder));
  const ofRoot = [...start.flatMap(({ file }) => file ?? []), ...generated];
  let isComplete = root !== undefined && start.every(({ file }) => file !== undefined);
  const visited = new Set(folders);
  const modules: (readonly ProviderFile[])[] = [];
  const pending = folders.length === 0 ? [] : [{ folder: folders[0] ?? '.', content: ofRoot }];
  for (const { folder, content } of pending) {
    if (content.some(hasUnreadCall)) isComplete = false;
    for (const { source } of content.flatMap(({ modules: calls }) => calls)) {
      const path = isLocal(source) ? resolvePath(folder, source) : undefined;
      if (path === undefined || !files.folders.has(path) || visited.size >= maximumFolders)
        isComplete = false;
      if (path === undefined || visited.has(path) || visited.size >= maximumFolders) continue;
      visited.add(path);
      const found = filesIn(files, path);
      if (found.length === 0 || found.some(({ file }) => file === undefined)) isComplete = false;
      const next = found.flatMap(({ file }) => file ?? []);
      modules.push(next);
      pending.push({ folder: path, content: next });
    }
  }
  const all = [ofRoot, ...modules];
  const withoutAws =
    isComplete && all.flat().every((file) => namesOf(file).every((name) => !awsProviders.has(name)));
  const accounts = withoutAws ? undefined : accountsOf(ofRoot, modules, runAs);
  return { withoutAws, ...(accounts === undefined ? {} : { providerAccountNumbers: accounts }) };
}

/** Returns the Terraform files of a folder; `file` is undefined for one that could not be read as a whole. */
function filesIn(files: FileIndex, folder: string): readonly { readonly file: ProviderFile | undefined }[] {
  return files
    .namesIn(folder)
    .filter(isTerraformFile)
    .map((name) => {
      const path = childOf(folder, name);
      const document = files.document(path, 'terraform');
      const isRead = document !== undefined && files.problemOf(path) === undefined;
      return { file: isRead ? { path, ...document } : undefined };
    });
}

function isLocal(source: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(source);
}

/** Whether a module call has no literal source. */
function hasUnreadCall({ blocks, modules }: ProviderFile): boolean {
  const known = new Set(modules.map(({ name }) => `module.${name}`));
  return blocks.some(({ address }) => address.startsWith('module.') && !known.has(address));
}

/** Returns the types of the providers that a file names: of blocks, of requirements, and of the types of its resources. */
function namesOf({ blocks, providers, requiredProviders }: ProviderFile): readonly string[] {
  return [
    ...providers.map(({ name }) => name),
    ...requiredProviders.flatMap(({ name, source }) => [
      name,
      source?.toLowerCase().split('/').at(-1) ?? name,
    ]),
    ...blocks.flatMap(({ address }) =>
      address.startsWith('module.') ? [] : [address.split(/[_.]/, 1)[0] ?? ''],
    ),
  ];
}

/** Returns the accounts of all configurations, or undefined when one of them names none. */
function accountsOf(
  root: readonly ProviderFile[],
  modules: readonly (readonly ProviderFile[])[],
  runAs: string | undefined,
): readonly string[] | undefined {
  const types = new Set(
    [root, ...modules].flat().flatMap((file) => namesOf(file).filter((name) => awsProviders.has(name))),
  );
  if (types.size === 0) types.add('aws');
  const declared = configurationsOf(root);
  // The default configurations of the root module, declared or implied.
  for (const type of types) if (!declared.has(type)) declared.set(type, {});
  const configurations = [
    ...declared.values(),
    ...modules.flatMap((files) => [...configurationsOf(files).values()]),
  ];
  const accounts = configurations.map((configuration) => accountsOfConfiguration(configuration, runAs));
  if (!accounts.every((found) => found !== undefined)) return undefined;
  return [...new Set(accounts.flat())].toSorted();
}

interface Configuration {
  readonly roleArn?: string | undefined;
  readonly allowedAccountIds?: readonly string[];
  readonly ownCredentials?: true;
}

/** Returns the configurations of AWS providers in a folder by name and alias. Override files replace single arguments. */
function configurationsOf(files: readonly ProviderFile[]): Map<string, Configuration> {
  const sources = new Map(
    files.flatMap(({ requiredProviders }) =>
      requiredProviders.map(({ name, source = name }) => [
        name,
        source.toLowerCase().split('/').at(-1) ?? name,
      ]),
    ),
  );
  const found = new Map<string, Configuration>();
  for (const { name, alias, roleArn, allowedAccountIds, ownCredentials } of inMergeOrder(files).flatMap(
    ({ providers }) => providers,
  )) {
    const type = sources.get(name) ?? name;
    if (!awsProviders.has(type)) continue;
    const key = alias === undefined ? type : `${type}.${alias}`;
    found.set(key, {
      ...found.get(key),
      // A role that is no literal replaces one that is.
      ...(ownCredentials === true ? { roleArn, ownCredentials } : {}),
      ...(allowedAccountIds === undefined ? {} : { allowedAccountIds }),
    });
  }
  return found;
}

function accountsOfConfiguration(
  { roleArn, allowedAccountIds, ownCredentials }: Configuration,
  runAs: string | undefined,
): readonly string[] | undefined {
  const account = accountOfRole(roleArn);
  if (account !== undefined) return [account];
  if (allowedAccountIds !== undefined) return allowedAccountIds;
  return ownCredentials === true || runAs === undefined ? undefined : [runAs];
}

/** Returns the account number in the ARN of an IAM role. */
export function accountOfRole(arn: string | undefined): string | undefined {
  return /^arn:aws[a-z-]{0,20}:iam::(\d{12}):role\//.exec(arn ?? '')?.[1];
}

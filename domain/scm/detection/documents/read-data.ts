import { defined } from '../../../defined.ts';
import { entriesOf, itemsOf, textAt, textOfNode, valueAt, visitEntries } from './data-node.ts';
import type { DataNode } from './data-node.ts';
import type {
  ChartDocument,
  CiDocument,
  CrossplaneDocument,
  DetectionDocument,
  KustomizationDocument,
  PulumiDocument,
  ServerlessDocument,
} from './document.ts';
import type { DocumentFormat } from './document-format.ts';
import { containsCredential } from './backend-config.ts';
import { isBackendText } from './read-values.ts';
import { readPlaybook, readRole } from './read-playbook.ts';
import { readTemplate } from './read-template.ts';

const other: DetectionDocument = { type: 'other' };

/** Formats of YAML and JSON files. */
export type DataFormat = Exclude<
  DocumentFormat,
  | 'terraform'
  | 'terraform_json'
  | 'terragrunt_json'
  | 'terragrunt'
  | 'terraform_lock'
  | 'values'
  | 'values_json'
  | 'backend_hcl'
  | 'bicep'
  | 'bicep_parameters'
  | 'sam_config'
  | 'serverless_code'
  | 'packages'
>;

/** Returns the facts of a YAML or JSON file. */
export function readData(format: DataFormat, documents: readonly DataNode[]): DetectionDocument {
  const [root] = documents;
  return root === undefined ? other : readers[format](root, documents);
}

const readers: Readonly<
  Record<DataFormat, (root: DataNode, documents: readonly DataNode[]) => DetectionDocument>
> = {
  cdk: (root) => {
    const output = textAt(root, 'output');
    return defined({ type: 'cdk', hasApp: valueAt(root, 'app') !== undefined, output });
  },
  pulumi: readPulumi,
  serverless: readServerless,
  helm: readChart,
  helm_requirements: (root) => ({ type: 'chart_requirements', localDependencies: localDependenciesOf(root) }),
  kustomization: readKustomization,
  ansible_tasks: readRole,
  ansible_meta: readRole,
  ansible_collection: (root) => {
    const name = textAt(root, 'name');
    return name === undefined ? other : { type: 'collection', name };
  },
  ci: readCi,
  yaml: (root, documents) => readTemplate(root) ?? readPlaybook(root) ?? readCrossplane(documents) ?? other,
  json: (root) => readTemplate(root) ?? other,
};

function readPulumi(root: DataNode): PulumiDocument {
  // Without user, password and query parameters, which can contain credentials.
  const backend = /^([a-z0-9+]{1,20}):\/\/(?:[^/@]{1,500}@)?([^?]{0,1000})/.exec(
    textAt(valueAt(root, 'backend'), 'url') ?? '',
  );
  let mentionsAws = false;
  visitEntries(root, (key, value) => {
    const texts = [key, textOfNode(value) ?? ''];
    mentionsAws ||= texts.some((text) => /^(?:aws(?:x|-[a-z-]{1,40})?|eks)(?:[:@/]|$)/.test(text));
  });
  const runtime = textAt(root, 'runtime') ?? textAt(valueAt(root, 'runtime'), 'name');
  return {
    type: 'pulumi',
    ...named('name', textAt(root, 'name')),
    ...named('runtime', runtime),
    ...(backend === null
      ? {}
      : { backend: { type: backend[1] ?? '', url: `${backend[1]}://${backend[2]}` } }),
    mentionsAws,
    ...named('stackFolder', textAt(root, 'stackConfigDir') ?? textOfNode(valueAt(root, 'config'))),
  };
}

function readServerless(root: DataNode): ServerlessDocument {
  const provider = valueAt(root, 'provider');
  const stage = textAt(provider, 'stage');
  const files: string[] = [];
  const collect = (text: string | undefined) => {
    for (const match of (text ?? '').matchAll(/\$\{file\(([^(){}]{1,300})\)/g))
      files.push(match[1]?.trim() ?? '');
  };
  visitEntries(root, (_, value) => {
    collect(textOfNode(value));
    for (const item of itemsOf(value)) collect(textOfNode(item));
  });
  return {
    type: 'serverless',
    ...named('name', textAt(root, 'service') ?? textAt(valueAt(root, 'service'), 'name')),
    hasProvider: provider !== undefined,
    stages: [
      ...(stage === undefined || stage.includes('${') ? [] : [stage]),
      ...[...entriesOf(valueAt(root, 'params')), ...entriesOf(valueAt(root, 'stages'))]
        .map(({ key }) => key)
        .filter((key) => key !== 'default'),
    ],
    files,
  };
}

function readChart(root: DataNode): ChartDocument {
  return {
    type: 'chart',
    ...named('name', textAt(root, 'name')),
    library: textAt(root, 'type') === 'library',
    localDependencies: localDependenciesOf(root),
  };
}

function localDependenciesOf(root: DataNode): readonly string[] {
  return itemsOf(valueAt(root, 'dependencies')).flatMap((dependency) => {
    const repository = textAt(dependency, 'repository') ?? '';
    return repository.startsWith('file://') ? [repository.slice('file://'.length)] : [];
  });
}

/** Source of the fields: kubectl.docs.kubernetes.io/references/kustomize/kustomization */
const kustomizePaths = [
  'resources',
  'bases',
  'components',
  'crds',
  'generators',
  'transformers',
  'configurations',
];
const kustomizePatches = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements'];

function readKustomization(root: DataNode): KustomizationDocument | { readonly type: 'other' } {
  const kind = textAt(root, 'kind') ?? 'Kustomization';
  const group = (textAt(root, 'apiVersion') ?? '').split('/')[0] ?? '';
  // Flux has an API object of the same kind, in its own API group.
  const isKustomize = group === '' || group === 'kustomize.config.k8s.io';
  if (!isKustomize || !['Kustomization', 'Component'].includes(kind) || entriesOf(root).length === 0)
    return { type: 'other' };
  const listed = [...kustomizePaths, ...kustomizePatches]
    .flatMap((key) => itemsOf(valueAt(root, key)))
    .flatMap((item) => textOfNode(item) ?? textAt(item, 'path') ?? []);
  return {
    type: 'kustomization',
    component: kind === 'Component',
    ...named('name', textAt(valueAt(root, 'metadata'), 'name')),
    paths: listed.filter((path) => !path.includes('\n') && !/^[a-z+]+:\/\/|^git@|\?ref=/.test(path)),
  };
}

const packageKinds = new Set(['meta.pkg.crossplane.io Configuration', 'meta.dev.upbound.io Project']);

function readCrossplane(documents: readonly DataNode[]): CrossplaneDocument | undefined {
  const objects = documents.map((node) => ({
    kind: `${(textAt(node, 'apiVersion') ?? '').split('/')[0] ?? ''} ${textAt(node, 'kind') ?? ''}`,
    name: textAt(valueAt(node, 'metadata'), 'name') ?? '',
  }));
  const compositions = objects.filter(({ kind }) => kind === 'apiextensions.crossplane.io Composition');
  const found = objects.find(({ kind }) => packageKinds.has(kind));
  if (found === undefined && compositions.length === 0) return undefined;
  return {
    type: 'crossplane',
    ...named('package', found?.name),
    compositions: compositions.map(({ name }) => name),
  };
}

/** Keys whose value is a folder in which a tool runs: GitHub, GitLab's Terraform template, Azure, Spacelift. */
const folderKeys = new Set([
  'working-directory',
  'working_directory',
  'workingDirectory',
  'TF_ROOT',
  'project_root',
]);
/** Keys of the items of `projects`: Atlantis and Digger, Infracost. Elsewhere these keys mean other things. */
const projectKeys = new Set(['dir', 'path']);

function readCi(root: DataNode): CiDocument {
  const runs: CiDocument['runs'][number][] = [];
  const add = (folder: string | undefined, line: number, workspace?: string) => {
    if (folder !== undefined && !folder.includes('$'))
      runs.push({ folder, ...named('workspace', workspace), line });
  };
  for (const project of itemsOf(valueAt(root, 'projects'))) {
    for (const { key, value } of entriesOf(project))
      if (projectKeys.has(key)) add(textOfNode(value), value.line, textAt(project, 'workspace'));
  }
  // Terrateam: `dirs` has a key for each folder.
  for (const { key, value } of entriesOf(valueAt(root, 'dirs'))) add(key, value.line);
  visitEntries(root, (key, value) => {
    if (folderKeys.has(key)) add(textOfNode(value), value.line);
    for (const node of [value, ...itemsOf(value)]) {
      for (const match of (textOfNode(node) ?? '').matchAll(/-chdir=["']?([\w./-]{1,500})/g))
        add(match[1], node.line);
    }
  });
  return { type: 'ci', runs, inits: initsOf(root) };
}

/** At most, of one file. */
const maximumInits = 100;
const maximumSettings = 20;

/**
 * Returns the `-backend-config` arguments of the commands in a file. The folder is that of `-chdir`, of a `cd` before it in the
 * same script, or the working directory of the step, the job or the workflow.
 */
function initsOf(root: DataNode): CiDocument['inits'] {
  const inits: CiDocument['inits'][number][] = [];
  const visit = (node: DataNode, folder: string): void => {
    if (node.type === 'list') for (const item of node.items) visit(item, folder);
    if (node.type !== 'object') return;
    const own = workingDirectoryOf(node) ?? folder;
    for (const { value } of node.entries) {
      const texts = [value, ...itemsOf(value)].flatMap((each) => textOfNode(each) ?? []);
      // The commands of a list are one script: a `cd` holds for the next ones.
      if (inits.length < maximumInits && texts.some((text) => text.includes('-backend-config')))
        inits.push(...initsOfScript(texts.join('\n'), own).slice(0, maximumInits - inits.length));
      visit(value, own);
    }
  };
  visit(root, '.');
  return inits;
}

function workingDirectoryOf(node: DataNode): string | undefined {
  const defaults = valueAt(valueAt(node, 'defaults'), 'run');
  const variables = valueAt(node, 'variables') ?? valueAt(node, 'env');
  const found = [node, defaults, variables]
    .flatMap((each) => [...folderKeys].map((key) => textAt(each, key)))
    .find((text) => text !== undefined);
  return found?.includes('$') === true ? undefined : found;
}

function initsOfScript(script: string, folder: string): CiDocument['inits'] {
  let current: string | undefined = folder;
  // A backslash continues a command on the next line.
  const commands = script
    .slice(0, 100_000)
    .replaceAll(/\\\n/g, ' ')
    .split(/\n|&&|;/);
  return commands.flatMap((command) => {
    const changed = /^\s{0,50}cd\s{1,10}["']?([^\s"']{1,500})/.exec(command)?.[1];
    if (changed?.includes('$') === true) current = undefined;
    else if (changed !== undefined)
      current = changed.startsWith('/') ? changed : `${current ?? '.'}/${changed}`;
    const settings = Array.from(
      command.matchAll(/-backend-config(?:=|\s{1,10})(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"']{1,500}))/g),
      ([, double, single, plain]) => double ?? single ?? plain ?? '',
    );
    if (settings.length === 0) return [];
    const target = /-chdir=["']?([\w./-]{1,500})/.exec(command)?.[1] ?? current;
    if (target === undefined) return [];
    return [{ folder: target, settings: settings.slice(0, maximumSettings).filter(isHarmless) }];
  });
}

/** Arguments such as `access_key=…` are credentials. */
function isHarmless(setting: string): boolean {
  const [, name = '', value = ''] = /^([a-z_]{1,100})=(.*)$/.exec(setting) ?? [];
  return name === '' || value.includes('$') ? !containsCredential(setting) : isBackendText(name, value);
}

function named<K extends string>(key: K, value: string | undefined): { readonly [name in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [name in K]: string });
}

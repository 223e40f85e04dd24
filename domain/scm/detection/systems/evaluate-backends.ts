import type { EvaluatedStateBackend } from '../detected-project.ts';
import type { BackendConfig, BackendValue } from '../documents/backend-config.ts';
import type { NamedValue, TerraformDocument, ValuesDocument } from '../documents/document.ts';
import { isBackendFile, isVariableFile } from '../documents/document-format.ts';
import { inMergeOrder } from '../documents/override-file.ts';
import { environmentsOfVariableFile } from '../paths/environment-names.ts';
import type { FileIndex } from '../paths/file-index.ts';
import { childOf, folderOf, nameOf, resolvePath } from '../paths/repository-path.ts';
import { evaluateTerragrunt, neededNames, repositoryPrefix } from './terragrunt-expression.ts';
import type { TerragruntScope } from './terragrunt-expression.ts';

/** What the code determines of the backend of a project. */
export interface EvaluatedBackend {
  /** The attributes as written; expressions have their value for the base, where the code determines it. */
  readonly config: BackendConfig;
  /** The backends of a project that has several, or partial ones. */
  readonly backends: readonly EvaluatedStateBackend[];
  /** Names of what no code determines, of the attributes that identify the state. */
  readonly needed: readonly string[];
  /** Whether `backends` has some and the code may have more: their limit, or that of the combinations, was reached. */
  readonly isTruncated: boolean;
}

/** The arguments `-backend-config` of one `init`: paths relative to the folder of the project, and `name=value`. */
export type BackendSettings = readonly string[];

interface BackendFiles {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly document: TerraformDocument | undefined }[];
  /** Variable files and partial configurations that belong to the folder. */
  readonly assigned: readonly string[];
  /** Of CI configuration that runs in the folder. */
  readonly settings: readonly BackendSettings[];
}

/** Backends of one project. A file of values for each of a thousand customers would be a thousand sources. */
const maximumBackends = 50;
/** Partial configurations with variable files that are evaluated, also those that leave the backend open. */
const maximumCombinations = 200;
/** The attributes that identify a state, by the type of the backend. */
const identifying: Readonly<Record<string, readonly string[]>> = {
  s3: ['bucket', 'key'],
  cloud: ['organization'],
  remote: ['organization'],
};

/**
 * Evaluates the backend of a Terraform module: variables with defaults, local values and templates of these, values of
 * variable files in Terraform's order, and partial configurations, which precede the block.
 *
 * The base has the defaults, `terraform.tfvars` and `*.auto.tfvars`. Each other variable file that sets a needed variable, and
 * each partial configuration, is a backend of its own; then the base is none.
 *
 * Source of the order: developer.hashicorp.com/terraform/language/values/variables, "Variable Definition Precedence"
 */
export function evaluateBackends(
  files: FileIndex,
  type: string,
  block: BackendConfig,
  given: BackendFiles,
): EvaluatedBackend {
  const base = baseScope(files, given);
  const config = withValues(block, base);
  const partials = partialsOf(files, given);
  const isPlain = partials.length === 0 && expressionsOf(block, type).length === 0;
  if (isPlain) {
    const names = [...missingOf(type, block), ...unresolved(type, block, base)];
    return { config, backends: [], needed: [...new Set(names)].sort(), isTruncated: false };
  }
  const variableFiles = given.assigned.filter(
    (path) => isVariableFile(path) && !isBaseFile(given.folder, path),
  );
  const filesOfName = new Map<string, Set<string>>();
  for (const path of variableFiles)
    for (const { name } of valuesOf(files, path).values) {
      const paths = filesOfName.get(name) ?? new Set();
      filesOfName.set(name, paths.add(path));
    }
  const found: EvaluatedStateBackend[] = [];
  const needed = new Set<string>();
  let tried = 0;
  let isTruncated = false;
  for (const partial of partials.length === 0 ? [nothing] : partials) {
    if (isTruncated) break;
    const own = { ...block, ...partial.config };
    const variables = [...neededVariables(expressionsOf(own, type), base)];
    const setting = variableFiles.filter((path) =>
      variables.some((name) => filesOfName.get(name)?.has(path) ?? valuesOf(files, path).isTruncated),
    );
    const variants = setting.length === 0 ? [undefined] : ofSameEnvironment(setting, partial.path);
    for (const path of variants) {
      isTruncated = found.length >= maximumBackends || tried >= maximumCombinations;
      if (isTruncated) break;
      tried += 1;
      const scope = path === undefined ? base : withVariables(base, valuesOf(files, path));
      const evaluated = withValues(own, scope);
      const names = [...missingOf(type, evaluated), ...unresolved(type, evaluated, scope), ...partial.needed];
      for (const name of names) needed.add(name);
      if (names.length > 0) continue;
      const variant = [partial.path, path].filter((each) => each !== undefined).join(' ');
      found.push({ config: flat(evaluated), variant });
    }
  }
  const [only, ...others] = found;
  // The base alone has its values in the configuration.
  const isBase = only?.variant === '' && others.length === 0;
  return {
    config,
    backends: isBase ? [] : found,
    needed: [...needed].sort(),
    isTruncated: isTruncated && found.length > 0,
  };
}

interface Partial {
  readonly path: string | undefined;
  readonly config: BackendConfig;
  readonly needed: readonly string[];
}

const nothing: Partial = { path: undefined, config: {}, needed: [] };

/** Returns the partial configurations: those of CI, else each file. */
function partialsOf(files: FileIndex, { folder, assigned, settings }: BackendFiles): readonly Partial[] {
  const ofCi = settings.map((each) => partialOfSettings(files, folder, each));
  const distinct = new Map(
    ofCi.map((partial) => [JSON.stringify([partial.config, partial.needed]), partial]),
  );
  if (distinct.size > 0) return [...distinct.values()];
  return assigned.filter(isBackendFile).flatMap((path) => {
    const document = valuesOf(files, path);
    return document.values.length === 0 ? [] : [{ path, ...configOf(document) }];
  });
}

function partialOfSettings(files: FileIndex, folder: string, settings: BackendSettings): Partial {
  let config: BackendConfig = {};
  const needed: string[] = [];
  const paths: string[] = [];
  for (const setting of settings) {
    const [, name, value = ''] = /^([a-z_]{1,100})=(.*)$/.exec(setting) ?? [];
    const text = name === undefined ? setting : value;
    const open = Array.from(text.matchAll(/\$\{{0,2}\s?([\w.]{1,100})/g), (match) => match[1] ?? '');
    if (open.length > 0) needed.push(...open);
    else if (name !== undefined) config = { ...config, [name]: value };
    else {
      const path = resolvePath(folder, setting);
      if (path === undefined || !files.hasFile(path)) needed.push(setting);
      else {
        paths.push(path);
        const values = configOf(valuesOf(files, path));
        config = { ...config, ...values.config };
        needed.push(...values.needed);
      }
    }
  }
  return { path: paths.length === 0 ? settings.join(' ') : paths.join(' '), config, needed };
}

/** A value that is not stored is needed, because that of the block does not hold. */
function configOf({ values, isTruncated }: ValuesDocument): Pick<Partial, 'config' | 'needed'> {
  const isIdentifying = ({ name }: NamedValue) =>
    Object.values(identifying).some((names) => names.includes(name));
  const open = values.filter((each) => each.value === undefined && isIdentifying(each));
  return {
    config: Object.fromEntries(
      values.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    needed: [...open.map(({ name }) => name), ...(isTruncated === true ? ['-backend-config'] : [])],
  };
}

/** A variable file belongs to the partial configuration of the same environment, if one does. */
function ofSameEnvironment(paths: readonly string[], partial: string | undefined): readonly string[] {
  if (partial === undefined) return paths;
  const wanted = new Set(environmentsOfVariableFile(partial));
  const same = paths.filter((path) => environmentsOfVariableFile(path).some((name) => wanted.has(name)));
  return same.length === 0 ? paths : same;
}

function baseScope(files: FileIndex, { folder, files: loaded }: BackendFiles): TerragruntScope {
  const documents = inMergeOrder(loaded).flatMap(({ document }) => document ?? []);
  const base: TerragruntScope = {
    unitFolder: folder,
    locals: new Map(documents.flatMap(({ locals }) => locals.map(({ name, text }) => [name, text]))),
    variables: new Map(
      documents.flatMap(({ defaults }) =>
        defaults.flatMap(({ name, value }): [string, string][] =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
    ),
    exists: () => false,
  };
  const automatic = files.namesIn(folder).filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name));
  return ['terraform.tfvars', 'terraform.tfvars.json', ...automatic].reduce(
    (scope, name) => withVariables(scope, valuesOf(files, childOf(folder, name))),
    base,
  );
}

function isBaseFile(folder: string, path: string): boolean {
  return (
    folderOf(path) === folder &&
    /^terraform\.tfvars(?:\.json)?$|\.auto\.tfvars(?:\.json)?$/.test(nameOf(path))
  );
}

/** A variable whose value is not stored, or can be among those that are not, has no earlier value either. */
function withVariables(scope: TerragruntScope, { values, isTruncated }: ValuesDocument): TerragruntScope {
  if (values.length === 0) return scope;
  const variables = new Map(isTruncated === true ? [] : scope.variables);
  for (const { name, value } of values)
    if (value === undefined) variables.delete(name);
    else variables.set(name, value);
  return { ...scope, variables };
}

const noValues: ValuesDocument = { type: 'values', values: [] };

function valuesOf(files: FileIndex, path: string): ValuesDocument {
  return files.document(path, 'values') ?? noValues;
}

/** Returns the texts of the attributes that are expressions and decide which state a backend has. */
function expressionsOf(config: BackendConfig, type: string): readonly string[] {
  const names =
    type === 's3' ? [...(identifying['s3'] ?? []), 'workspace_key_prefix', 'region'] : identifying[type];
  return (names ?? []).flatMap((name) => expressionOf(config[name]) ?? []);
}

/** Returns the names of the variables on which expressions depend, directly or through local values. */
function neededVariables(expressions: readonly string[], scope: TerragruntScope): ReadonlySet<string> {
  const none = { ...scope, variables: new Map<string, string>() };
  const names = expressions.flatMap((text) => neededNames(text, none));
  return new Set(names.flatMap((name) => (name.startsWith('var.') ? [name.slice('var.'.length)] : [])));
}

/** Adds the values of expressions. */
export function withValues(config: BackendConfig, scope: TerragruntScope): BackendConfig {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]): [string, BackendValue] => {
      const text = expressionOf(value);
      if (text === undefined) return [name, isNested(value) ? withValues(value, scope) : value];
      const result = evaluateTerragrunt(text, scope);
      return [name, result?.includes(repositoryPrefix) === false ? { expr: text, value: result } : value];
    }),
  );
}

/** Returns the names that the attributes which identify a state need. */
export function unresolved(type: string, config: BackendConfig, scope: TerragruntScope): readonly string[] {
  return (identifying[type] ?? []).flatMap((name) => {
    const value = config[name];
    const text = expressionOf(value);
    if (text === undefined || (isNested(value) && 'value' in value)) return placeholdersOf(value);
    const names = neededNames(text, scope);
    // An expression of known values, such as a call of a function.
    return names.length === 0 ? [name] : names;
  });
}

/** Returns the names of the attributes that a partial configuration has to set. */
function missingOf(type: string, config: BackendConfig): readonly string[] {
  return (identifying[type] ?? []).filter((name) => config[name] === undefined || config[name] === null);
}

/** Terraspace writes `<%= expansion('state-:ACCOUNT') %>`, which is evaluated before Terraform runs. */
function placeholdersOf(value: BackendValue | undefined): readonly string[] {
  if (typeof value !== 'string' || !value.includes('<%')) return [];
  const names = Array.from(value.matchAll(/:([A-Z][A-Z0-9_]{0,60})\b/g), (match) => match[1] ?? '');
  return names.length === 0 ? [value.slice(0, 200)] : names;
}

/** The attributes that the detection of states reads, as texts. */
function flat(config: BackendConfig): BackendConfig {
  return Object.fromEntries(
    ['bucket', 'key', 'region', 'workspace_key_prefix'].flatMap((name) => {
      const value = config[name];
      const text = typeof value === 'string' ? value : isNested(value) ? value['value'] : undefined;
      if (typeof text === 'string') return [[name, text]];
      // With an open prefix only the default workspace is known.
      return name === 'workspace_key_prefix' && value !== undefined ? [[name, value]] : [];
    }),
  );
}

function expressionOf(value: BackendValue | undefined): string | undefined {
  return isNested(value) && typeof value['expr'] === 'string' ? value['expr'] : undefined;
}

function isNested(value: BackendValue | undefined): value is { readonly [name: string]: BackendValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

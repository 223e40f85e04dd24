import { folderOf, nameOf, relativePath, resolvePath, selfAndAncestors } from '../paths/repository-path.ts';

/** The values that Terragrunt's functions depend on. */
export interface TerragruntScope {
  /** Folder of the unit that Terragrunt runs in. */
  readonly unitFolder: string;
  /** Folders of the files that the unit includes, if any. */
  readonly include?: TerragruntIncludes;
  /** Expressions of the file's local values, by name. */
  readonly locals: ReadonlyMap<string, string>;
  /** Values of variables, of a Terraform module. */
  readonly variables?: ReadonlyMap<string, string>;
  /** Returns the scope of another file of the repository, whose local values the file can read. */
  readonly scopeOfFile?: (path: string) => TerragruntScope | undefined;
  /** Whether the tree has a file or a folder with this path. */
  readonly exists: (path: string) => boolean;
}

export interface TerragruntIncludes {
  /** Used without a label: of an included file its own folder, of the unit that of the first include. */
  readonly folder: string;
  /** The label of an include without one is empty. */
  readonly byLabel: ReadonlyMap<string, string>;
  /** The included files. */
  readonly filesByLabel?: ReadonlyMap<string, string>;
}

/**
 * Evaluates an expression that depends on the code only: literals, templates, local values, also of files that are included or
 * read, variables, and Terragrunt's path functions. A path in the repository starts with {@link repositoryPrefix}.
 *
 * Source of the functions: terragrunt.gruntwork.io/docs/reference/hcl/functions
 *
 * @returns undefined when the expression contains anything else
 */
export function evaluateTerragrunt(text: string, scope: TerragruntScope): string | undefined {
  const value = evaluate(text, { ...scope, budget: { left: maximumSteps } }, 0);
  return value !== undefined && value.length <= maximumValueLength ? value : undefined;
}

/**
 * Returns the names of what an expression needs and the code does not determine: `var.bucket`, `get_env("STATE_BUCKET")`,
 * `data.aws_caller_identity.current.account_id`. Local values are replaced by what they need.
 */
export function neededNames(text: string, scope: TerragruntScope): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (expression: string, own: TerragruntScope): void => {
    for (const [whole, reference, called, argument] of codeOf(expression.slice(0, 4_000)).matchAll(
      neededPattern,
    )) {
      if (names.size >= maximumNames) return;
      if (called !== undefined) {
        const isOpen =
          argument === undefined || evaluateTerragrunt(`${called}("${argument}")`, own) === undefined;
        const isKnown = functions.has(called) || called === 'read_terragrunt_config';
        if (called === 'get_env' && isOpen)
          names.add(argument === undefined ? 'get_env()' : `get_env("${argument}")`);
        else if (!isKnown) names.add(`${called}()`);
        continue;
      }
      const name = reference ?? whole;
      if (seen.has(name) || evaluateTerragrunt(name, own) !== undefined) continue;
      seen.add(name);
      const local = name.startsWith('local.') ? own.locals.get(name.split('.')[1] ?? '') : undefined;
      if (local === undefined) names.add(name);
      else visit(local, own);
    }
  };
  visit(text, scope);
  return [...names].sort();
}

/** Replaces the literal text of a template with spaces: `"${local.name}/terraform.tfstate"` has one reference. */
function codeOf(expression: string): string {
  if (!expression.startsWith('"')) return expression;
  let depth = 0;
  let code = '';
  for (let index = 0; index < expression.length; index += 1) {
    const character = expression[index] ?? '';
    if (depth > 0 && character === '}') depth -= 1;
    code += depth > 0 ? character : ' ';
    if (character === '{' && (depth > 0 || expression[index - 1] === '$')) depth += 1;
  }
  return code;
}

const maximumNames = 20;
/** References with at least two parts, and calls with a first argument that is a literal. */
const neededPattern =
  /(?<![\w."])([a-z_][\w-]{0,100}(?:\.[a-z_][\w-]{0,100}){1,8})(?![\w(])|(?<![\w.])([a-z_]\w{0,60})\((?:\s{0,20}"([^"$]{1,200})")?/gi;

/** Local values can refer to each other several times, so depth alone does not limit the work. */
const maximumSteps = 500;
const maximumValueLength = 4_000;

interface EvaluationScope extends TerragruntScope {
  readonly budget: { left: number };
}

/** Stands for the repository's root folder in evaluated paths. */
export const repositoryPrefix = '/<repository>';

/** Returns the first argument of every call of the functions, as text. */
export function callArguments(text: string, functions: readonly string[]): readonly string[] {
  const found: string[] = [];
  let calls = 0;
  for (const match of text.matchAll(/[a-z_]+\(?/g)) {
    if (!match[0].endsWith('(') || !functions.includes(match[0].slice(0, -1))) continue;
    calls += 1;
    if (calls > maximumCalls) break;
    const start = match.index + match[0].length;
    const rest = text.slice(start, start + maximumArgumentLength);
    const end = endOfArgument(rest);
    if (end !== undefined) found.push(rest.slice(0, end).trim());
  }
  return found;
}

const maximumCalls = 200;
const maximumArgumentLength = 500;
const maximumDepth = 20;

interface Reader {
  readonly text: string;
  at: number;
}

function evaluate(text: string, scope: EvaluationScope, depth: number): string | undefined {
  if (depth > maximumDepth || text.length > 4_000) return undefined;
  const reader: Reader = { text, at: 0 };
  const value = readValue(reader, scope, depth);
  skipSpace(reader);
  return reader.at === text.length ? value : undefined;
}

function readValue(reader: Reader, scope: EvaluationScope, depth: number): string | undefined {
  scope.budget.left -= 1;
  if (depth > maximumDepth || scope.budget.left < 0) return undefined;
  skipSpace(reader);
  if (reader.text[reader.at] === '"') return readTemplate(reader, scope, depth);
  const literal = /\d{1,15}(?![\w.])|(?:true|false)(?![\w.(])/y;
  literal.lastIndex = reader.at;
  const constant = literal.exec(reader.text)?.[0];
  if (constant !== undefined) {
    reader.at += constant.length;
    return constant;
  }
  const name = /[\w.-]*/y;
  name.lastIndex = reader.at;
  const identifier = name.exec(reader.text)?.[0] ?? '';
  reader.at += identifier.length;
  if (identifier === '') return undefined;
  if (reader.text[reader.at] === '(') return readCall(identifier, reader, scope, depth);
  return readReference(identifier, scope, depth);
}

function readReference(reference: string, scope: EvaluationScope, depth: number): string | undefined {
  const [kind = '', name = '', ...rest] = reference.split('.');
  if (kind === 'var' && rest.length === 0) return scope.variables?.get(name);
  if (kind === 'include') {
    const { include, unitFolder } = scope;
    const path = include?.filesByLabel?.get(name);
    if (include === undefined || path === undefined) return undefined;
    // The functions of an included file use the folder of the unit.
    return readLocal(path, rest, scope, depth, {
      unitFolder,
      include: { ...include, folder: folderOf(path) },
    });
  }
  if (kind !== 'local') return undefined;
  const local = scope.locals.get(name);
  if (local === undefined || rest.length === 0)
    return local === undefined ? undefined : evaluate(local, scope, depth + 1);
  // `local.account.locals.name`, where `account` is what `read_terragrunt_config` returns.
  const argument = local.startsWith('read_terragrunt_config(')
    ? callArguments(local, ['read_terragrunt_config'])[0]
    : undefined;
  const path = argument === undefined ? undefined : evaluate(argument, scope, depth + 1);
  return readLocal(path === undefined ? undefined : pathOfValue(path, scope.unitFolder), rest, scope, depth);
}

/** Returns a local value of another file: `rest` is `['locals', name]`. */
function readLocal(
  path: string | undefined,
  [kind, name = '', ...rest]: readonly string[],
  scope: EvaluationScope,
  depth: number,
  place: Partial<TerragruntScope> = {},
): string | undefined {
  if (path === undefined || kind !== 'locals' || rest.length > 0) return undefined;
  const other = scope.scopeOfFile?.(path);
  const text = other?.locals.get(name);
  if (other === undefined || text === undefined) return undefined;
  return evaluate(text, { ...other, ...place, budget: scope.budget }, depth + 1);
}

function pathOfValue(value: string, folder: string): string | undefined {
  return value.startsWith(repositoryPrefix)
    ? resolvePath('.', `.${value.slice(repositoryPrefix.length)}`)
    : resolvePath(folder, value);
}

function readTemplate(reader: Reader, scope: EvaluationScope, depth: number): string | undefined {
  reader.at += 1;
  let result = '';
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? '';
    if (character === '"') {
      reader.at += 1;
      return result;
    }
    if (character === '\\' || reader.text.startsWith('%{', reader.at)) return undefined;
    if (reader.text.startsWith('$${', reader.at)) return undefined;
    if (reader.text.startsWith('${', reader.at)) {
      reader.at += 2;
      const value = readValue(reader, scope, depth + 1);
      skipSpace(reader);
      if (value === undefined || reader.text[reader.at] !== '}') return undefined;
      result += value;
      if (result.length > maximumValueLength) return undefined;
    } else result += character;
    reader.at += 1;
  }
  return undefined;
}

function readCall(name: string, reader: Reader, scope: EvaluationScope, depth: number): string | undefined {
  reader.at += 1;
  const values: string[] = [];
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.at] === ')') break;
    const value = readValue(reader, scope, depth + 1);
    if (value === undefined) return undefined;
    values.push(value);
    skipSpace(reader);
    if (reader.text[reader.at] === ',') reader.at += 1;
    else if (reader.text[reader.at] !== ')') return undefined;
  }
  reader.at += 1;
  return functions.get(name)?.(scope, values);
}

type PathFunction = (scope: TerragruntScope, values: readonly string[]) => string | undefined;

const functions: ReadonlyMap<string, PathFunction> = new Map<string, PathFunction>([
  ['find_in_parent_folders', (scope, [name, fallback]) => findInParentFolders(scope, name) ?? fallback],
  ['get_terragrunt_dir', ({ unitFolder }) => absolute(unitFolder)],
  ['get_original_terragrunt_dir', ({ unitFolder }) => absolute(unitFolder)],
  ['get_parent_terragrunt_dir', ofInclude((folder) => absolute(folder))],
  ['get_repo_root', () => repositoryPrefix],
  ['get_path_from_repo_root', ({ unitFolder }) => unitFolder],
  ['get_path_to_repo_root', ({ unitFolder }) => relativePath(unitFolder, '.')],
  ['path_relative_to_include', ofInclude((folder, unitFolder) => relativePath(folder, unitFolder))],
  ['path_relative_from_include', ofInclude((folder, unitFolder) => relativePath(unitFolder, folder))],
  ['dirname', (_, [path]) => (path === undefined ? undefined : folderOf(path))],
  ['basename', (_, [path]) => (path === undefined ? undefined : nameOf(path))],
  ['abspath', (_, [path]) => path],
  // The value of the environment variable in CI is not known.
  ['get_env', (_, [, fallback]) => fallback],
]);

/**
 * Returns a function of the folder of the include that its argument names. Terragrunt rejects an unknown label. Without an
 * include, it uses the folder of the unit.
 */
function ofInclude(read: (folder: string, unitFolder: string) => string | undefined): PathFunction {
  return ({ include, unitFolder }, [label]) => {
    if (include === undefined) return read(unitFolder, unitFolder);
    const folder = label === undefined ? include.folder : include.byLabel.get(label);
    return folder === undefined ? undefined : read(folder, unitFolder);
  };
}

/** Without a name, Terragrunt looks for `terragrunt.hcl`, and newer versions for `root.hcl`. */
function findInParentFolders(scope: TerragruntScope, name: string | undefined): string | undefined {
  if (scope.unitFolder === '.') return undefined;
  const names = name === undefined ? ['terragrunt.hcl', 'root.hcl'] : [name];
  for (const folder of selfAndAncestors(folderOf(scope.unitFolder))) {
    for (const candidate of names) {
      const path = folder === '.' ? candidate : `${folder}/${candidate}`;
      if (scope.exists(path)) return absolute(path);
    }
  }
  return undefined;
}

function absolute(path: string): string {
  return path === '.' ? repositoryPrefix : `${repositoryPrefix}/${path}`;
}

function skipSpace(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}

/** Returns where the first argument of a list of arguments ends: at a comma or the closing parenthesis. */
function endOfArgument(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (depth === 0 && (character === ',' || character === ')')) return index;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return undefined;
}

import { anyShape } from './model-shape.ts';
import type { ModelShape, ShapeMember } from './model-shape.ts';

/** Reads shapes by the names of their declarations. */
export interface DeclarationReader {
  /** Returns the shape of a type. @throws TypeError when it is not declared */
  shape(name: string): ModelShape;
  /** Returns a reader that also knows the declarations of another source text. */
  with(source: string): DeclarationReader;
}

/**
 * Reads the TypeScript declarations that the SDK's code generator writes: interfaces, aliases, unions, and constants of
 * enumerations. Other declarations, such as classes of errors, have the shape `any`.
 */
export function declarationReader(sources: readonly string[]): DeclarationReader {
  const declarations = new Map<string, string>();
  const shapes = new Map<string, ModelShape>();
  for (const source of sources) addDeclarations(source, declarations);
  return { shape, with: (source) => declarationReaderOver(source, shape) };

  function shape(name: string): ModelShape {
    const known = shapes.get(name);
    if (known !== undefined) return known;
    const source = declarations.get(name);
    if (source === undefined) throw new TypeError(`The declaration files do not declare ${name}`);
    const read = readDeclaration(source, name, shape, declarations);
    shapes.set(name, read);
    return read;
  }
}

function declarationReaderOver(source: string, base: (name: string) => ModelShape): DeclarationReader {
  const declarations = new Map<string, string>();
  addDeclarations(source, declarations);
  const aliases = new Map(
    [...source.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name] as const),
  );
  const shape = (name: string): ModelShape => {
    const own = declarations.get(name);
    if (own !== undefined) return readDeclaration(own, name, shape, declarations);
    return name === '__MetadataBearer' ? emptyShape : base(aliases.get(name) ?? name);
  };
  return { shape, with: (more) => declarationReaderOver(more, shape) };
}

const emptyShape: ModelShape = { kind: 'structure', name: '{}', members: new Map() };

/** Splits a file into its declarations. A constant and a namespace have the same name as their type. */
function addDeclarations(source: string, into: Map<string, string>): void {
  for (const statement of source.split(/^(?=export )/m)) {
    const [, keyword = '', name = ''] =
      /^export (?:declare )?(interface|type|const|namespace|class|enum) (\w+)/.exec(statement) ?? [];
    if (keyword === 'interface' || keyword === 'type' || keyword === 'enum') into.set(name, statement);
    else if (keyword !== '') into.set(`${keyword} ${name}`, statement);
  }
}

type Lookup = (name: string) => ModelShape;

function readDeclaration(
  source: string,
  name: string,
  lookup: Lookup,
  declarations: ReadonlyMap<string, string>,
): ModelShape {
  const tokens = tokenStream(source);
  if (source.startsWith('export interface')) {
    tokens.skipTo(name);
    return readInterface(tokens, name, lookup);
  }
  // The generator writes an `enum` for numbers only.
  if (source.startsWith('export declare enum')) return { kind: 'number' };
  const values = declarations.get(`const ${name}`);
  if (values !== undefined) return enumeration(values);
  const namespace = declarations.get(`namespace ${name}`);
  if (namespace !== undefined) return readUnion(namespace, name, lookup);
  tokens.skipTo('=');
  return readType(tokens, lookup);
}

function enumeration(source: string): ModelShape {
  const values = [...source.matchAll(/readonly [^:]+: "((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value);
  return { kind: 'text', values: new Set(values) };
}

/** Merges the interfaces of a union's namespace. The members that are `never` belong to the other interfaces. */
function readUnion(source: string, name: string, lookup: Lookup): ModelShape {
  const members = new Map<string, ShapeMember>();
  for (const [part] of source.matchAll(/interface (\w+) \{[^}]*\}/g)) {
    const tokens = tokenStream(part);
    tokens.next();
    const read = readInterface(tokens, tokens.next(), lookup);
    if (read.kind !== 'structure') continue;
    for (const [key, member] of read.members) {
      if (key !== '$unknown' && !isNever(member)) members.set(key, { ...member, required: false });
    }
  }
  return { kind: 'structure', name, members };
}

const neverShape: ModelShape = { kind: 'text', values: new Set(['never']) };
const isNever = ({ shape }: ShapeMember): boolean => shape() === neverShape;

interface Tokens {
  /** Returns the next token and consumes it; '' at the end. */
  next(): string;
  peek(): string;
  skipTo(token: string): void;
}

function tokenStream(source: string): Tokens {
  const tokens = source.match(/"(?:[^"\\]|\\.)*"|[\w$]+|=>|[^\s\w$]/g) ?? [];
  let at = 0;
  return {
    next: () => tokens[at++] ?? '',
    peek: () => tokens[at] ?? '',
    skipTo(token) {
      while (at < tokens.length && tokens[at++] !== token);
    },
  };
}

/** Reads `[extends A, B] { members }`; the name is already consumed. */
function readInterface(tokens: Tokens, name: string, lookup: Lookup): ModelShape {
  const bases: ModelShape[] = [];
  if (tokens.peek() === 'extends') {
    tokens.next();
    do bases.push(readType(tokens, lookup));
    while (tokens.peek() === ',' && tokens.next() !== '');
  }
  tokens.next();
  const own = readMembers(tokens, lookup);
  if (bases.some(({ kind }) => kind === 'any')) return anyShape;
  const inherited = bases.flatMap((base) => (base.kind === 'structure' ? [...base.members] : []));
  return { kind: 'structure', name, members: new Map([...inherited, ...own]) };
}

/** Reads `name?: Type; … }`; the bracket before it is already consumed. The types are read when they are needed. */
function readMembers(tokens: Tokens, lookup: Lookup): Map<string, ShapeMember> {
  const members = new Map<string, ShapeMember>();
  while (tokens.peek() !== '}' && tokens.peek() !== '') {
    if (tokens.peek() === 'readonly') tokens.next();
    const key = tokens.next().replaceAll('"', '');
    const optional = tokens.peek() === '?';
    if (optional) tokens.next();
    tokens.next();
    const type = memberType(tokens);
    members.set(key, { required: !optional, shape: () => readType(tokenStream(type), lookup) });
  }
  tokens.next();
  return members;
}

/** Returns the text of a member's type, up to the semicolon that ends it. */
function memberType(tokens: Tokens): string {
  const type: string[] = [];
  for (let depth = 0; tokens.peek() !== '';) {
    const token = tokens.next();
    if (token === ';' && depth === 0) break;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    type.push(token);
  }
  return type.join(' ');
}

/** Reads a type: a union of postfix types. `undefined` is left out, and an open enumeration has its known values. */
function readType(tokens: Tokens, lookup: Lookup): ModelShape {
  const shapes: ModelShape[] = [];
  do {
    if (tokens.peek() === '|' || tokens.peek() === '&') tokens.next();
    const shape = readPostfix(tokens, lookup);
    if (shape !== undefined) shapes.push(shape);
  } while (tokens.peek() === '|' || tokens.peek() === '&');
  return merge(shapes);
}

function merge(shapes: readonly ModelShape[]): ModelShape {
  const [first = anyShape] = shapes;
  if (shapes.length === 1) return first;
  if (shapes.some(({ kind }) => kind !== first.kind)) return anyShape;
  if (first.kind === 'structure') {
    const members = shapes.flatMap((shape) => (shape.kind === 'structure' ? [...shape.members] : []));
    return { ...first, members: new Map(members) };
  }
  if (first.kind !== 'text') return first;
  const values = shapes.flatMap((shape) => (shape.kind === 'text' ? [...(shape.values ?? [])] : []));
  return values.length === 0 ? first : { kind: 'text', values: new Set(values) };
}

function readPostfix(tokens: Tokens, lookup: Lookup): ModelShape | undefined {
  let shape = readPrimary(tokens, lookup);
  while (tokens.peek() === '[') {
    tokens.next();
    tokens.next();
    shape = { kind: 'list', element: shape ?? anyShape };
  }
  return shape;
}

function readPrimary(tokens: Tokens, lookup: Lookup): ModelShape | undefined {
  const token = tokens.next();
  if (token === '(') {
    const inner = readType(tokens, lookup);
    tokens.next();
    return inner;
  }
  if (token === '{') return { kind: 'structure', name: '{}', members: readMembers(tokens, lookup) };
  if (token.startsWith('"')) return { kind: 'text', values: new Set([token.slice(1, -1)]) };
  switch (token) {
    case 'undefined':
    case 'null':
      return undefined;
    case 'never':
      return neverShape;
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'bigint':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'Date':
      return { kind: 'time' };
    case 'Uint8Array':
      return { kind: 'bytes' };
    case 'any':
    case 'unknown':
    case 'true':
    case 'false':
      return token === 'any' || token === 'unknown' ? anyShape : { kind: 'boolean' };
    default:
      return readNamed(token, tokens, lookup);
  }
}

/** Types of `@smithy/types` and of TypeScript that are not declared by the client. */
const openTypes: ReadonlySet<string> = new Set([
  '__DocumentType',
  'DocumentType',
  'StreamingBlobTypes',
  'Error',
]);

function readNamed(name: string, tokens: Tokens, lookup: Lookup): ModelShape {
  if (tokens.peek() !== '<')
    return openTypes.has(name) || tokens.peek() === '.' ? skipQualified(tokens) : lookup(name);
  tokens.next();
  const parameters: ModelShape[] = [];
  while (tokens.peek() !== '>' && tokens.peek() !== '') {
    parameters.push(readType(tokens, lookup));
    if (tokens.peek() === ',') tokens.next();
  }
  tokens.next();
  if (name === 'Record') return mapOf(parameters);
  if (name === 'Partial' || name === 'Omit' || name === 'Pick') return parameters[0] ?? anyShape;
  return anyShape;
}

function mapOf([key, value = anyShape]: readonly ModelShape[]): ModelShape {
  return { kind: 'map', value, ...(key?.kind === 'text' && key.values ? { keys: key.values } : {}) };
}

function skipQualified(tokens: Tokens): ModelShape {
  while (tokens.peek() === '.') {
    tokens.next();
    tokens.next();
  }
  return anyShape;
}

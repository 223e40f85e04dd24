import { defined } from '../defined.ts';
import { quotedLiteral, quoteHcl, unquoteHcl } from './hcl-text.ts';

/** The key of an instance: a number with `count`, a text with `for_each`. */
export type InstanceKey = string | number;

/** The address of an instance of a managed resource, e.g. `module.network["eu"].aws_subnet.private[0]`. */
export interface ResourceAddress {
  readonly modules: readonly { readonly name: string; readonly key?: InstanceKey }[];
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
  readonly deposedKey?: string;
}

/** Bytes of UTF-8. Terraform has no limit; an index of Postgres takes at most 2,704 bytes. */
export const maximumAddressLength = 2_048;

const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
/** Terraform writes an index without a leading zero. The limit keeps it an exact number. */
const index = /0|[1-9][0-9]{0,14}/y;
/** Terraform generates deposed keys of eight hexadecimal digits. */
const deposed = / \(deposed ([0-9a-f]{8})\)$/;

/**
 * Parses the address of a managed resource or instance, with an optional suffix ` (deposed <key>)`. Returns undefined when it
 * does not have the grammar of Terraform's addresses; data sources and whole modules are rejected. Takes linear time.
 *
 * Source: Terraform documentation, "Resource Address Reference".
 */
export function parseAddress(text: string): ResourceAddress | undefined {
  if (text.length > maximumAddressLength || new TextEncoder().encode(text).length > maximumAddressLength)
    return undefined;
  const deposedMatch = deposed.exec(text.slice(-80));
  const body = deposedMatch === null ? text : text.slice(0, -deposedMatch[0].length);
  const steps = readSteps(body);
  const resource = steps?.pop();
  const type = steps?.pop();
  if (steps === undefined || resource === undefined || type === undefined || type.key !== undefined)
    return undefined;
  const modules = [];
  while (steps.length > 0) {
    const keyword = steps.shift();
    const module = steps.shift();
    if (keyword?.name !== 'module' || keyword.key !== undefined || module === undefined) return undefined;
    modules.push(module);
  }
  if (type.name === 'module' || type.name === 'data') return undefined;
  const deposedKey = deposedMatch?.[1];
  return { modules, type: type.name, ...resource, ...defined({ deposedKey }) };
}

/** Returns an address as Terraform prints it. */
export function formatAddress({ modules, type, name, key, deposedKey }: ResourceAddress): string {
  const path = modules.map((module) => `module.${module.name}${formatKey(module.key)}.`).join('');
  const suffix = deposedKey === undefined ? '' : ` (deposed ${deposedKey})`;
  return `${path}${type}.${name}${formatKey(key)}${suffix}`;
}

/** Returns an address without instance keys and deposed key, or undefined when the text is not an address. */
export function codeAddressOf(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const { modules, type, name } = address;
  return formatAddress({ modules: modules.map((module) => ({ name: module.name })), type, name });
}

function formatKey(key: InstanceKey | undefined): string {
  if (key === undefined) return '';
  return typeof key === 'number' ? `[${key}]` : `[${quoteHcl(key)}]`;
}

interface Step {
  readonly name: string;
  readonly key?: InstanceKey;
}

/** Reads `name[key].name…` to the end of the text. Returns undefined when the text has another form. */
function readSteps(text: string): Step[] | undefined {
  const steps: Step[] = [];
  let at = 0;
  for (;;) {
    const name = matchAt(identifier, text, at);
    if (name === undefined) return undefined;
    at += name.length;
    if (text[at] === '[') {
      const found = readKey(text, at + 1);
      if (found === undefined || text[found.end] !== ']') return undefined;
      steps.push({ name, key: found.key });
      at = found.end + 1;
    } else steps.push({ name });
    if (at === text.length) return steps;
    if (text[at] !== '.') return undefined;
    at += 1;
  }
}

function readKey(text: string, at: number): { readonly key: InstanceKey; readonly end: number } | undefined {
  if (text[at] !== '"') {
    const digits = matchAt(index, text, at);
    return digits === undefined ? undefined : { key: Number(digits), end: at + digits.length };
  }
  const literal = matchAt(quotedLiteral, text, at);
  const key = literal === undefined ? undefined : unquoteHcl(literal);
  return literal === undefined || key === undefined ? undefined : { key, end: at + literal.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

import { defined } from '../../defined.ts';

/** An address of Terraform. */
export interface CodeAddress {
  /** Names of the module calls, from the root module to the innermost one. */
  readonly modules: readonly string[];
  /** `aws_sqs_queue.jobs`. Missing in the address of a module. */
  readonly resource?: string;
  /**
   * The instance keys of the modules and of the resource as written, `[0]` or `["a"]`; empty for a part without one. Missing
   * when no part has a key.
   */
  readonly keys?: readonly string[];
}

/** Bytes of UTF-8. Addresses are keys of a Postgres index, whose rows have at most 2,704 bytes. */
const maximumAddressBytes = 2_048;
export const maximumModuleDepth = 30;

/**
 * Parses the address of a managed resource or of a module. The suffix of deposed instances is left out.
 * Source of the grammar: developer.hashicorp.com/terraform/cli/state/resource-addressing
 *
 * @returns undefined for data sources, for anything else, and beyond the limits of length and depth
 */
export function parseCodeAddress(text: string): CodeAddress | undefined {
  if (isLongerThan(text, maximumAddressBytes)) return undefined;
  const steps = readSteps(text.replace(/ \(deposed [^()]{1,100}\)$/, '').trim());
  if (steps === undefined) return undefined;
  const modules: string[] = [];
  const keys: string[] = [];
  let at = 0;
  for (; steps[at]?.name === 'module' && at + 1 < steps.length; at += 2) {
    modules.push(steps[at + 1]?.name ?? '');
    keys.push(steps[at + 1]?.key ?? '');
  }
  if (modules.length > maximumModuleDepth) return undefined;
  const [type, name, ...rest] = steps.slice(at);
  if (type === undefined) return modules.length === 0 ? undefined : codeAddress(modules, undefined, keys);
  return name === undefined || rest.length > 0 || type.name === 'data'
    ? undefined
    : codeAddress(modules, `${type.name}.${name.name}`, [...keys, name.key]);
}

/** @param keys as in {@link keysOf} */
export function codeAddress(
  modules: readonly string[],
  resource: string | undefined,
  keys: readonly string[],
): CodeAddress {
  return { modules, ...defined({ resource }), ...(keys.every((key) => key === '') ? {} : { keys }) };
}

/** Returns the instance keys of the modules and of the resource of an address; empty texts for parts without one. */
export function keysOf({ modules, resource, keys }: CodeAddress): readonly string[] {
  return keys ?? Array.from({ length: modules.length + (resource === undefined ? 0 : 1) }, () => '');
}

/** Returns the text of an address with its instance keys: `module.a["x"].aws_sqs_queue.jobs[0]`. */
export function formatInstance(address: CodeAddress): string {
  const { modules, resource } = address;
  const keys = keysOf(address);
  const parts = modules.map((name, index) => `module.${name}${keys[index] ?? ''}`);
  const last = resource === undefined ? [] : [`${resource}${keys[modules.length] ?? ''}`];
  return [...parts, ...last].join('.');
}

/** Returns the text of an address without instance keys: `module.a.aws_sqs_queue.jobs`. */
export function formatCodeAddress({ modules, resource }: CodeAddress): string {
  const parts = modules.map((name) => `module.${name}`);
  return [...parts, ...(resource === undefined ? [] : [resource])].join('.');
}

function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  // A UTF-16 unit has at most three bytes.
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

interface Step {
  readonly name: string;
  readonly key: string;
}

/** Returns the names between the dots, and the index of each. */
function readSteps(text: string): readonly Step[] | undefined {
  const name = /[^.[\]"\s]+/y;
  const index = /\[(?:[\d*]{1,20}|"(?:[^"\\]|\\.)*")\]/y;
  const steps: Step[] = [];
  for (let at = 0; ; at += 1) {
    name.lastIndex = at;
    const [found] = name.exec(text) ?? [];
    if (found === undefined) return undefined;
    at += found.length;
    index.lastIndex = at;
    const key = index.exec(text)?.[0] ?? '';
    steps.push({ name: found, key });
    at += key.length;
    if (at === text.length) return steps;
    if (text[at] !== '.') return undefined;
  }
}

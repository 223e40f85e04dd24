/** An address of Terraform without instance keys. */
export interface CodeAddress {
  /** Names of the module calls, from the root module to the innermost one. */
  readonly modules: readonly string[];
  /** `aws_sqs_queue.jobs`. Missing in the address of a module. */
  readonly resource?: string;
}

/** Bytes of UTF-8. Addresses are keys of a Postgres index, whose rows have at most 2,704 bytes. */
const maximumAddressBytes = 2_048;
export const maximumModuleDepth = 30;

/**
 * Parses the address of a managed resource or of a module. Instance keys and the suffix of deposed instances are left out.
 * Source of the grammar: developer.hashicorp.com/terraform/cli/state/resource-addressing
 *
 * @returns undefined for data sources, for anything else, and beyond the limits of length and depth
 */
export function parseCodeAddress(text: string): CodeAddress | undefined {
  if (isLongerThan(text, maximumAddressBytes)) return undefined;
  const names = readNames(text.replace(/ \(deposed [^()]{1,100}\)$/, '').trim());
  if (names === undefined) return undefined;
  const modules: string[] = [];
  let at = 0;
  for (; names[at] === 'module' && at + 1 < names.length; at += 2) modules.push(names[at + 1] ?? '');
  if (modules.length > maximumModuleDepth) return undefined;
  const [type, name, ...rest] = names.slice(at);
  if (type === undefined) return modules.length === 0 ? undefined : { modules };
  return name === undefined || rest.length > 0 || type === 'data'
    ? undefined
    : { modules, resource: `${type}.${name}` };
}

/** Returns the text of an address: `module.a.aws_sqs_queue.jobs`. */
export function formatCodeAddress({ modules, resource }: CodeAddress): string {
  const parts = modules.map((name) => `module.${name}`);
  return [...parts, ...(resource === undefined ? [] : [resource])].join('.');
}

function isLongerThan(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  // A UTF-16 unit has at most three bytes.
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

/** Returns the names between the dots, without the index of each. */
function readNames(text: string): readonly string[] | undefined {
  const name = /[^.[\]"\s]+/y;
  const index = /\[(?:[\d*]{1,20}|"(?:[^"\\]|\\.)*")\]/y;
  const names: string[] = [];
  for (let at = 0; ; at += 1) {
    name.lastIndex = at;
    const [found] = name.exec(text) ?? [];
    if (found === undefined) return undefined;
    names.push(found);
    at += found.length;
    index.lastIndex = at;
    at += index.exec(text)?.[0].length ?? 0;
    if (at === text.length) return names;
    if (text[at] !== '.') return undefined;
  }
}

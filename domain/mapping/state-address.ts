/** The parts of the address of a resource instance. */
export interface InstanceAddressParts {
  /** The address of the module instance, for example `module.a["x"].module.b[0]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  /** The key of `count` (a number) or `for_each` (a string). */
  readonly indexKey?: string | number;
  readonly deposedKey?: string;
}

export interface InstanceAddress {
  /** As Terraform prints it; with ` (deposed <key>)` for a deposed instance. */
  readonly address: string;
  /** The address without index keys. */
  readonly codeAddress: string;
}

/** Bytes of UTF-8. Terraform has no limit; an index of Postgres takes at most 2,704 bytes. */
const maximumAddressBytes = 2_048;

const identifier = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*`;
// Printed keys contain no raw control characters, so neither does a well-formed module address.
const printedKey = String.raw`\[(?:\d{1,15}|"(?:[^"\\\p{C}\p{Zl}\p{Zp}]|\\[^\p{C}])*")\]`;
const identifierPattern = new RegExp(`^${identifier}$`, 'u');
const modulePattern = new RegExp(`^module\\.${identifier}(?:${printedKey})?`, 'u');
const deposedKeyPattern = /^[0-9a-f]{8}$/;
/** Characters that Go's `unicode.IsPrint` accepts. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/**
 * Returns the address of a resource instance, or undefined when it is malformed: a type, name or module name that is no
 * identifier of HCL, a negative or broken index, control characters in a module address, or more than 2,048 bytes.
 */
export function formatInstanceAddress(parts: InstanceAddressParts): InstanceAddress | undefined {
  const { module, type, name, indexKey, deposedKey } = parts;
  if (!identifierPattern.test(type) || !identifierPattern.test(name)) return undefined;
  if (typeof indexKey === 'number' && !(Number.isSafeInteger(indexKey) && indexKey >= 0)) return undefined;
  if (deposedKey !== undefined && !deposedKeyPattern.test(deposedKey)) return undefined;
  const moduleNames = module.length > maximumAddressBytes ? undefined : splitModule(module);
  if (moduleNames === undefined) return undefined;
  const resource = `${type}.${name}`;
  const address = `${module === '' ? '' : `${module}.`}${resource}${formatIndexKey(indexKey)}${
    deposedKey === undefined ? '' : ` (deposed ${deposedKey})`
  }`;
  if (new TextEncoder().encode(address).length > maximumAddressBytes) return undefined;
  return { address, codeAddress: [...moduleNames, resource].join('.') };
}

/** Returns `['module.a', 'module.b']` for `module.a["x"].module.b[0]`; undefined when it is malformed. */
function splitModule(module: string): readonly string[] | undefined {
  const names: string[] = [];
  for (let rest = module; rest !== '';) {
    const [step] = modulePattern.exec(rest) ?? [];
    if (step === undefined) return undefined;
    const bracket = step.indexOf('[');
    names.push(bracket === -1 ? step : step.slice(0, bracket));
    rest = rest.slice(step.length);
    if (rest.startsWith('.') && rest.length > 1) rest = rest.slice(1);
    else if (rest !== '') return undefined;
  }
  return names;
}

function formatIndexKey(key: string | number | undefined): string {
  if (key === undefined) return '';
  return typeof key === 'number' ? `[${key}]` : `["${escapeKey(key)}"]`;
}

const escapes: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
};

/** Escapes a key of `for_each` as Terraform prints it. Source: `toHCLQuotedString` in internal/addrs/instance_key.go. */
function escapeKey(key: string): string {
  if (/^[\w ./:@-]*$/.test(key)) return key;
  const characters = Array.from(key, (character) =>
    /^\p{Surrogate}$/u.test(character) ? '\ufffd' : character,
  );
  return characters
    .map((character, position) => {
      if (character in escapes) return escapes[character] ?? '';
      const isTemplate = (character === '$' || character === '%') && characters[position + 1] === '{';
      if (isTemplate) return character + character;
      return printable.test(character) ? character : escapeCodePoint(character.codePointAt(0) ?? 0);
    })
    .join('');
}

function escapeCodePoint(code: number): string {
  return code < 0x1_00_00
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}

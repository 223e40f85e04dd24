import type { MutableJson } from '../../../domain/json/json.ts';
import { isSecretKey } from '../../../domain/secrets/secret-keys.ts';
import { isObject } from '../../../domain/json/json.ts';
import { eachLeaf, maskOf } from '../../../domain/plans/redact/value-mask.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { textVisitor } from '../../../runtime/json/read-once.ts';
import type { PartReader } from './part-reader.ts';

const maximumResources = 100_000;
/** Of the addresses and keys that are kept. */
const maximumCharacters = 16 * 1024 * 1024;

/** The facts that the first pass reads from `configuration`. */
export interface PlanConfiguration {
  /** The names of the root module's variables that are sensitive, or secrets of providers. */
  readonly sensitiveVariables: Set<string>;
  /** The key of the provider configuration, by the address of a resource without index keys. */
  readonly providerKeys: Map<string, string>;
  /** The expressions of the AWS provider blocks, by their key. */
  readonly providers: Map<string, MutableJson>;
  /** The length of the addresses and keys. */
  characters: number;
}

export function emptyConfiguration(): PlanConfiguration {
  return { sensitiveVariables: new Set(), providerKeys: new Map(), providers: new Map(), characters: 0 };
}

type ReceiveSecret = (value: string | number) => void;

/** Reads `configuration`: the defaults and arguments of sensitive variables, sensitive outputs, and provider blocks. */
export function visitConfiguration(
  parts: PartReader,
  configuration: PlanConfiguration,
  receive: ReceiveSecret,
): JsonVisitor {
  const { sensitiveVariables } = configuration;
  return {
    property(name) {
      if (name === 'root_module')
        return visitModule(parts, { path: '', configuration, receive, sensitiveVariables });
      if (name !== 'provider_config') return undefined;
      return {
        property: (key) => parts.kept((provider) => readProvider(provider, key, configuration, receive)),
      };
    },
  };
}

function readProvider(
  provider: MutableJson,
  key: string,
  { providers, sensitiveVariables }: PlanConfiguration,
  receive: ReceiveSecret,
): void {
  const expressions = maskOf(provider, 'expressions');
  eachSecretConstant(expressions, false, receive);
  // A variable of a module has the value that the module's caller passes.
  if (maskOf(provider, 'module_address') === undefined)
    eachSecretVariable(expressions, (name) => sensitiveVariables.add(name));
  if (maskOf(provider, 'name') === 'aws' && expressions !== undefined) providers.set(key, expressions);
}

/** Calls `receive` with the constants below keys that name a secret. */
function eachSecretConstant(
  value: MutableJson | undefined,
  isBelowSecret: boolean,
  receive: ReceiveSecret,
): void {
  if (Array.isArray(value)) for (const item of value) eachSecretConstant(item, isBelowSecret, receive);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'constant_value') eachSecretConstant(inner, isBelowSecret || isSecretKey(key), receive);
    else if (isBelowSecret) eachLeaf(inner, receive);
    else eachSecretLeaf(inner, receive);
  }
}

/** Calls `receive` with the variables that are the value of a key that names a secret, whether marked as sensitive or not. */
function eachSecretVariable(value: MutableJson | undefined, receive: (name: string) => void): void {
  if (Array.isArray(value)) for (const item of value) eachSecretVariable(item, receive);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const references = isSecretKey(key) ? maskOf(inner, 'references') : undefined;
    if (!Array.isArray(references)) eachSecretVariable(inner, receive);
    else
      for (const reference of references) {
        const name = typeof reference === 'string' ? /^var\.([\w-]+)$/.exec(reference)?.[1] : undefined;
        if (name !== undefined) receive(name);
      }
  }
}

/** A constant can be a map, for example of headers. */
function eachSecretLeaf(value: MutableJson, receive: ReceiveSecret): void {
  if (Array.isArray(value)) for (const item of value) eachSecretLeaf(item, receive);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value))
    if (isSecretKey(key)) eachLeaf(inner, receive);
    else eachSecretLeaf(inner, receive);
}

interface ModuleScope {
  /** For example `module.network.`, empty for the root module. */
  readonly path: string;
  readonly configuration: PlanConfiguration;
  readonly receive: ReceiveSecret;
  /** Receives the names of the module's sensitive variables. */
  readonly sensitiveVariables: Set<string>;
}

function visitModule(parts: PartReader, scope: ModuleScope): JsonVisitor {
  const { receive, sensitiveVariables } = scope;
  const properties: Readonly<Record<string, () => JsonVisitor>> = {
    variables: () => ({
      property: (name) =>
        parts.parsed((variable) => {
          if (maskOf(variable, 'sensitive') !== true) return;
          sensitiveVariables.add(name);
          eachLeaf(maskOf(variable, 'default'), receive);
        }),
    }),
    outputs: () => ({
      property: () =>
        parts.parsed((output) => {
          if (maskOf(output, 'sensitive') === true)
            eachLeaf(maskOf(maskOf(output, 'expression'), 'constant_value'), receive);
        }),
    }),
    resources: () => ({ element: () => visitResource(scope) }),
    module_calls: () => ({ property: (name) => visitCall(parts, name, scope) }),
  };
  return { property: (name) => (Object.hasOwn(properties, name) ? properties[name]?.() : undefined) };
}

function visitResource({ path, configuration }: ModuleScope): JsonVisitor {
  let [address, key] = ['', ''];
  return {
    property(name) {
      if (name === 'address') return textVisitor((text) => (address = text));
      return name === 'provider_config_key' ? textVisitor((text) => (key = text)) : undefined;
    },
    end() {
      configuration.characters += path.length + address.length + key.length;
      if (configuration.providerKeys.size < maximumResources && configuration.characters < maximumCharacters)
        configuration.providerKeys.set(`${path}${address}`, key);
    },
  };
}

/** The arguments of a call can precede the variables of its module. */
function visitCall(parts: PartReader, name: string, scope: ModuleScope): JsonVisitor {
  const sensitiveVariables = new Set<string>();
  let expressions: MutableJson | undefined;
  return {
    property(key) {
      if (key === 'expressions') return parts.parsed((value) => (expressions = value));
      if (key !== 'module') return undefined;
      return visitModule(parts, { ...scope, path: `${scope.path}module.${name}.`, sensitiveVariables });
    },
    end() {
      for (const variable of sensitiveVariables)
        eachLeaf(maskOf(maskOf(expressions, variable), 'constant_value'), scope.receive);
    },
  };
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { declarationReader } from './declaration-reader.ts';
import type { ModelShape } from './model-shape.ts';

/** An SDK client package as its declaration files describe it. */
export interface SdkClient {
  /** Returns the input and the output of an operation, or `undefined` when the client has no such command. */
  operation(name: string): ModelOperation | undefined;
}

export interface ModelOperation {
  readonly name: string;
  readonly input: ModelShape;
  readonly output: ModelShape;
  /** Tokens of the operation's paginator; absent when the client has none. */
  readonly paginator?: { readonly inputToken: string; readonly outputToken: string };
}

const require = createRequire(import.meta.url);
const clients = new Map<string, SdkClient | undefined>();

/**
 * Returns a client by its package name without `@aws-sdk/client-`, or `undefined` when the package is not installed.
 *
 * The declaration files for TypeScript 3.4 are the source: every installed version has them, they have no comments, and they
 * list every member of every structure. The schemas that newer clients contain are missing in older clients.
 */
export function readSdkClient(name: string): SdkClient | undefined {
  if (!clients.has(name)) clients.set(name, load(name));
  return clients.get(name);
}

function load(name: string): SdkClient | undefined {
  const root = packageFolder(`@aws-sdk/client-${name}`);
  if (root === undefined) return undefined;
  const types = join(root, 'dist-types', 'ts3.4');
  const models = readdirSync(join(types, 'models'))
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => readFileSync(join(types, 'models', file), 'utf8'));
  const read = declarationReader(models);
  const operations = new Map<string, ModelOperation | undefined>();
  return {
    operation(operation) {
      if (!operations.has(operation)) operations.set(operation, readOperation(operation));
      return operations.get(operation);
    },
  };

  function readOperation(operation: string): ModelOperation | undefined {
    const file = join(types, 'commands', `${operation}Command.d.ts`);
    if (!existsSync(file)) return undefined;
    const command = read.with(readFileSync(file, 'utf8'));
    const paginator = readPaginator(join(root ?? '', 'dist-es', 'pagination', `${operation}Paginator.js`));
    return {
      name: operation,
      input: command.shape(`${operation}CommandInput`),
      output: command.shape(`${operation}CommandOutput`),
      ...(paginator ? { paginator } : {}),
    };
  }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** Reads the tokens of a paginator. Clients before August 2023 have a loop in place of the call of `createPaginator`. */
function readPaginator(file: string): ModelOperation['paginator'] {
  if (!existsSync(file)) return undefined;
  const source = readFileSync(file, 'utf8');
  const [, inputToken, outputToken] =
    /createPaginator\(\w+, \w+, "([^"]+)", "([^"]+)"/.exec(source) ??
    /input\.(\w+) = token;[\s\S]*token = page\.(\w+);/.exec(source) ??
    [];
  if (inputToken === undefined || outputToken === undefined)
    throw new TypeError(`${file} has an unknown form`);
  return { inputToken, outputToken };
}

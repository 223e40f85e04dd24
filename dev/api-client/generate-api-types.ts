import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { devConfiguration } from '../configuration.ts';

const { projectFolder } = devConfiguration;

/** The types of the API, which `npm run typecheck` generates before it checks. They are not in the repository. */
export const apiTypesFile = path.join(projectFolder, 'api-client', 'api-types.ts');

/**
 * The compiler of openapi-typescript needs TypeScript 5, so it is installed in the workspace `dev/api-client`, next to
 * the project's TypeScript 7, and runs as a command.
 */
const command = path.join(
  projectFolder,
  'dev',
  'api-client',
  'node_modules',
  'openapi-typescript',
  'bin',
  'cli.js',
);

const options = ['--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];

/** Returns the TypeScript types of an OpenAPI document. @throws Error when the generator fails. */
export async function generateApiTypes(document: string): Promise<string> {
  const generator = spawn(process.execPath, [command, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify(withSingleValues(JSON.parse(document) as Described)));
  const [types, [code]] = await Promise.all([text(generator.stdout), once(generator, 'close')]);
  if (code !== 0) throw new Error(`openapi-typescript exited with code ${code}`);
  return types;
}

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
  >;
}

interface Parameter {
  readonly in: string;
  readonly schema: { readonly type?: string; readonly items?: object };
}

/** A query parameter with one value needs no array in a call: `openapi-fetch` sends both forms in the same way. */
function withSingleValues(document: Described): object {
  const withSingleValue = (parameter: Parameter) => {
    const { schema } = parameter;
    if (parameter.in !== 'query' || schema.type !== 'array') return parameter;
    return { ...parameter, schema: { anyOf: [schema.items, schema] } };
  };
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        { ...operation, parameters: (operation.parameters ?? []).map(withSingleValue) },
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as object };
}

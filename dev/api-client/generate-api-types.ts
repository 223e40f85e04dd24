import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { devConfiguration } from '../configuration.ts';

const folder = path.join(devConfiguration.projectFolder, 'dev', 'api-client');

/** The types of the API, which `npm run typecheck` generates before it checks. They are not in the repository. */
export const apiTypesFile = path.join(folder, 'api-types.ts');

/**
 * The compiler of openapi-typescript needs TypeScript 5, so it is installed in the workspace `dev/api-client`, next to
 * the project's TypeScript 7, and runs as a command.
 */
const command = path.join(folder, 'node_modules', 'openapi-typescript', 'bin', 'cli.js');

const options = ['--root-types', '--root-types-no-schema-prefix', '--default-non-nullable=false'];

/** Returns the TypeScript types of an OpenAPI document. @throws Error when the generator fails. */
export async function generateApiTypes(document: string): Promise<string> {
  const generator = spawn(process.execPath, [command, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(document);
  const [types, [code]] = await Promise.all([text(generator.stdout), once(generator, 'close')]);
  if (code !== 0) throw new Error(`openapi-typescript exited with code ${code}`);
  return types;
}

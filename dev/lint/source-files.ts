import { readdirSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';

const rooms = [
  'activities',
  'api',
  'api-client',
  'clients',
  'commands',
  'console',
  'db',
  'dev',
  'domain',
  'runtime',
  'worker',
  'workflows',
];

/** The generated types of the contract have its names, which the rooms use for their own form of the same thing. */
const generatedTypes = 'api-client/api-types.ts';

/** Lists the source files that are written by hand and are not frozen. Paths are relative to the project's folder. */
export function sourceFiles(): readonly string[] {
  return rooms
    .flatMap((room) =>
      readdirSync(path.join(devConfiguration.projectFolder, room), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${room}/${file}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .filter((file) => !file.startsWith('db/migrations/') && file !== generatedTypes);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { sourceFiles } from './source-files.ts';

/** The entry points of threads and processes, and the directions of migrations. */
const repeated = new Set(['run', 'up', 'down']);
/** A workflow has the name of the operation that requests it or of the activity that does its work. */
const roomsOfOneName = new Set(['activities', 'api', 'workflows']);

interface ExportedName {
  readonly name: string;
  readonly file: string;
  /** Whether it is a schema of zod, which has the name of the type that it describes. */
  readonly isSchema: boolean;
  readonly isType: boolean;
}

const declaration =
  /^export (?:async )?(?<kind>function\*?|const|class|interface|type) (?<name>\w+)(?:: z\.ZodType<\w+>)?(?: =\s+(?<schema>z\b))?/gm;

/** Returns a sentence for each name that two files export, so that a reader who searches a name finds one thing. */
export function repeatedNames(): readonly string[] {
  const byName = Map.groupBy(sourceFiles().flatMap(namesOf), ({ name }) => name);
  return [...byName.values()].flatMap((exported) => {
    const files = new Set(exported.map(({ file }) => file));
    const [{ name } = { name: '' }] = exported;
    if (files.size === 1 || repeated.has(name) || areWorkflowAndCaller(files) || areSchemaAndType(exported))
      return [];
    return [`${name} is exported by ${[...files].join(' and ')}`];
  });
}

function areWorkflowAndCaller(files: ReadonlySet<string>): boolean {
  const used = [...files].map((file) => file.slice(0, file.indexOf('/')));
  return (
    used.includes('workflows') &&
    new Set(used).size === used.length &&
    used.every((room) => roomsOfOneName.has(room))
  );
}

function areSchemaAndType(exported: readonly ExportedName[]): boolean {
  const schemas = new Set(exported.filter(({ isSchema }) => isSchema).map(({ file }) => file));
  const others = exported.filter(({ file }) => !schemas.has(file));
  return (
    schemas.size === 1 &&
    new Set(others.map(({ file }) => file)).size === 1 &&
    others.every(({ isType }) => isType)
  );
}

function namesOf(file: string): readonly ExportedName[] {
  const text = readFileSync(path.join(devConfiguration.projectFolder, file), 'utf8');
  return [...text.matchAll(declaration)].map(({ groups = {} }) => ({
    name: groups['name'] ?? '',
    file,
    isSchema: groups['schema'] !== undefined,
    isType: ['interface', 'type', 'class'].includes(groups['kind'] ?? ''),
  }));
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A member of a structure of an AWS API. */
export interface ModelMember {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  /** Name of the structure that the member has or, for a list, contains; otherwise the TypeScript type. */
  readonly type: string;
}

export interface ApiModel {
  /** Operation → members of its input. */
  readonly inputs: ReadonlyMap<string, readonly ModelMember[]>;
  /** Operation → members of its output. */
  readonly outputs: ReadonlyMap<string, readonly ModelMember[]>;
  /** Structure → members. */
  readonly structures: ReadonlyMap<string, readonly ModelMember[]>;
}

/**
 * Reads the operations of an AWS API from the type declarations of the installed SDK client. All clients have them in the
 * same form; the schemas of `dist-es/schemas` are missing in those of 2024 and before.
 *
 * @param client - package name without `@aws-sdk/client-`
 */
export async function readApiModel(projectFolder: string, client: string): Promise<ApiModel> {
  const folder = path.join(projectFolder, 'node_modules', '@aws-sdk', `client-${client}`, 'dist-types');
  const structures = new Map<string, readonly ModelMember[]>();
  for (const text of await readAll(path.join(folder, 'models')))
    for (const [, name = '', base, body = ''] of text.matchAll(interfaces))
      structures.set(name, [...(structures.get(base ?? '') ?? []), ...membersOf(body)]);
  const inputs = new Map<string, readonly ModelMember[]>();
  const outputs = new Map<string, readonly ModelMember[]>();
  for (const text of await readAll(path.join(folder, 'commands')))
    for (const [, operation = '', direction, base = ''] of text.matchAll(commandTypes))
      (direction === 'Input' ? inputs : outputs).set(operation, structures.get(base) ?? []);
  return { inputs, outputs, structures };
}

const interfaces = /^export interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)^\}/gm;
const commandTypes = /^export interface (\w+)Command(Input|Output)(?: extends (\w+))?/gm;
const memberLine = /^ {4}(\w+)(\??): (.+);$/gm;

async function readAll(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.d.ts')).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

function membersOf(body: string): readonly ModelMember[] {
  return [...body.matchAll(memberLine)].map(([, name = '', optional, declared = '']) => {
    const type = declared.replaceAll(/ \| undefined|\(|\)/g, '');
    return {
      name,
      isRequired: optional === '',
      isList: type.endsWith('[]'),
      type: type.replace(/(\[\])+$/, ''),
    };
  });
}

import { readFileSync, readdirSync } from 'node:fs';
import { parsePath } from '../../../domain/discovery/path.ts';

/** The members of a structure: name → name of the member's type, without `[]`, `Record` and `undefined`. */
export type Shape = ReadonlyMap<string, string>;

/** Structures and enumerations of one SDK client, read from its type declarations. */
export interface SdkShapes {
  /** Returns the type that a path of an operation's response reaches; undefined when the response has no such path. */
  typeAt(operation: string, path: string): string | undefined;
  membersOf(type: string): Shape;
  /** Returns the values of an enumeration; none for other types. */
  valuesOf(type: string): readonly string[];
}

const packages = new URL('../../../../node_modules/@aws-sdk/', import.meta.url);
const known = new Map<string, SdkShapes>();

/** Reads the declarations of a client. @param client package name without the prefix `client-` */
export function sdkShapes(client: string): SdkShapes {
  const found = known.get(client) ?? readShapes(new URL(`client-${client}/dist-types/`, packages));
  known.set(client, found);
  return found;
}

function readShapes(folder: URL): SdkShapes {
  const models = new URL('models/', folder);
  const texts = readdirSync(models)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => withoutComments(readFileSync(new URL(name, models), 'utf8')));
  const structures = new Map(texts.flatMap(structuresIn));
  const enumerations = new Map(texts.flatMap(enumerationsIn));
  const membersOf = (type: string): Shape => {
    const { parents, members } = structures.get(type) ?? { parents: [], members: new Map() };
    return new Map([...parents.flatMap((parent) => [...membersOf(parent)]), ...members]);
  };
  return {
    membersOf,
    valuesOf: (type) => enumerations.get(type) ?? [],
    typeAt(operation, path) {
      const command = readFileSync(new URL(`commands/${operation}Command.d.ts`, folder), 'utf8');
      let type = new RegExp(`${operation}CommandOutput extends (\\w+)`).exec(command)?.[1];
      for (const step of parsePath(path))
        if (step.kind === 'key' && type !== undefined) type = membersOf(type).get(step.key);
      return type;
    },
  };
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
}

function structuresIn(text: string): [string, { parents: string[]; members: Map<string, string> }][] {
  return [...text.matchAll(/^export interface (\w+)(?: extends ([\w, ]+))? \{([\s\S]*?)^\}/gm)].map(
    ([, name = '', parents = '', body = '']) => [
      name,
      {
        parents: parents.split(', ').filter((parent) => parent !== ''),
        members: new Map(
          [...body.matchAll(/^ {4}(\w+)\??: (?:Record<string, )?(\w+)/gm)].map(([, key = '', type = '']) => [
            key,
            type,
          ]),
        ),
      },
    ],
  );
}

function enumerationsIn(text: string): [string, string[]][] {
  return [...text.matchAll(/^export declare const (\w+): \{([\s\S]*?)^\};/gm)].map(
    ([, name = '', body = '']) => [name, [...body.matchAll(/: "([^"]*)";/g)].map(([, value = '']) => value)],
  );
}

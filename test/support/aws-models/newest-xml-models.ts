import { readFileSync } from 'node:fs';
import { anyShape } from './model-shape.ts';
import type { ModelShape, ShapeMember } from './model-shape.ts';

/**
 * The outputs of the operations that collectors call with protocols in XML, as the newest published models have them. The file
 * is an extract: the structures (member → shape), lists (`[element]`) and maps (`{"*map": value}`); other shapes are null.
 */
interface Extract {
  /** Package and version of the models. */
  readonly source: string;
  readonly clients: Readonly<
    Record<
      string,
      {
        readonly operations: Readonly<Record<string, string | null>>;
        readonly shapes: Readonly<Record<string, ShapeOfExtract>>;
      }
    >
  >;
}

type ShapeOfExtract = readonly [string | null] | Readonly<Record<string, string | null>>;

const extract = JSON.parse(
  readFileSync(new URL('../../fixtures/aws-models/newest-xml-models.json', import.meta.url), 'utf8'),
) as Extract;

export const newestModelsSource = extract.source;

/** Returns the output of an operation; `undefined` if the extract does not have the operation. */
export function newestOutput(client: string, operation: string): ModelShape | undefined {
  const model = extract.clients[client];
  const output = model?.operations[operation];
  return output === undefined || output === null ? undefined : shape(output);

  function shape(name: string | null): ModelShape {
    const found = name === null ? undefined : model?.shapes[name];
    if (found === undefined) return anyShape;
    if (isList(found)) return { kind: 'list', element: shape(found[0]) };
    if (Object.hasOwn(found, '*map')) return { kind: 'map', value: shape(found['*map'] ?? null) };
    const members = Object.entries(found).map(([key, inner]): [string, ShapeMember] => [
      key,
      { required: false, shape: () => shape(inner) },
    ]);
    return { kind: 'structure', name: name ?? '', members: new Map(members) };
  }
}

/** Whether the extract has the client, so that its protocol is one in XML. */
export function isXmlClient(client: string): boolean {
  return extract.clients[client] !== undefined;
}

function isList(shape: ShapeOfExtract): shape is readonly [string | null] {
  return Array.isArray(shape);
}

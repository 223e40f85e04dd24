import type { ServiceCollectors, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { MissingPath, shapeAt } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';
import { isXmlClient, newestOutput } from './newest-xml-models.ts';
import { readSdkClient } from './read-sdk-client.ts';

/**
 * Returns the paths in the configuration of a type whose values the newest models of AWS have, and the installed SDK does not: the
 * SDK drops them from responses in XML. Responses in JSON keep them.
 */
export function lostMembers(service: ServiceCollectors, type: TypeCollector): readonly string[] {
  const { list, details = [] } = type;
  const found = new Set<string>();
  const parts = [
    {
      ...list,
      path: [list.items, ...(list.inner === undefined ? [] : [list.inner])],
      into: '',
      pick: undefined,
    },
    ...details.map((detail) => ({
      ...detail,
      path: [detail.result ?? '', ...(detail.batch?.part === undefined ? [] : [detail.batch.part])],
      into: detail.into ?? '',
    })),
  ];
  for (const { client = service.client, operation, path, into, pick } of parts) {
    const installed = readSdkClient(client)?.operation(operation)?.output;
    const newest = newestOutput(client, operation);
    if (!isXmlClient(client) || installed === undefined || newest === undefined) continue;
    const [ours, theirs] = [at(installed, path), at(newest, path)];
    if (ours === undefined || theirs === undefined) continue;
    for (const lost of missing(theirs, ours, '', []))
      if (pick?.includes(lost.split(/[.[]/)[0] ?? '') ?? true)
        found.add(into === '' ? lost : `${into}${lost.startsWith('[') ? '' : '.'}${lost}`);
  }
  return [...found].sort();
}

function at(shape: ModelShape, paths: readonly string[]): ModelShape | undefined {
  try {
    return paths.reduce(shapeAt, shape);
  } catch (error) {
    if (error instanceof MissingPath) return undefined;
    throw error;
  }
}

function missing(
  newest: ModelShape,
  installed: ModelShape,
  path: string,
  outer: readonly string[],
): readonly string[] {
  if (newest.kind === 'list' && installed.kind === 'list')
    return missing(newest.element, installed.element, `${path}[]`, outer);
  if (newest.kind === 'map' && installed.kind === 'map')
    return missing(newest.value, installed.value, `${path}.*`, outer);
  if (newest.kind !== 'structure' || installed.kind !== 'structure' || outer.includes(newest.name)) return [];
  return [...newest.members].flatMap(([key, member]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const known = installed.members.get(key);
    return known === undefined ? [at] : missing(member.shape(), known.shape(), at, [...outer, newest.name]);
  });
}

import type { ToolGroup } from '../../../../domain/assistant/tool-response.ts';
import { namedEntity, nameLookup } from './entities.ts';
import type { NameKind } from './entities.ts';
import type { ToolContext } from './tool.ts';

/** Adds the records to groups whose key is an id. */
export async function namedGroups(
  context: ToolContext,
  kind: NameKind,
  groups: readonly Pick<ToolGroup, 'key' | 'count'>[],
): Promise<readonly ToolGroup[]> {
  const nameOf = await nameLookup(
    context,
    kind,
    groups.map(({ key }) => key),
  );
  return groups.map(({ key, count }) =>
    key === undefined ? { key, count } : { key, count, entity: namedEntity(kind, key, nameOf(key)) },
  );
}

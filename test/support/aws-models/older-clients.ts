import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { KnownMembers } from '../../../clients/aws/older-client-members.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import type { ModelShape } from './model-shape.ts';
import { readSdkClient } from './read-sdk-client.ts';

const require = createRequire(import.meta.url);

/**
 * Returns the members of the responses that collectors read with clients without schemas (of 2024 and earlier), by
 * `<client> <operation>`.
 */
export function membersOfOlderClients(): Record<string, KnownMembers> {
  const calls = SERVICES.flatMap((service) =>
    service.types.flatMap(({ list, details = [], tags }) =>
      [
        list,
        ...(list.forEach ? [list.forEach] : []),
        ...details,
        ...(tags && 'call' in tags ? [tags.call] : []),
      ].map(({ client = service.client, operation }) => ({ client, operation })),
    ),
  );
  const read = calls
    .filter(({ client }) => hasNoSchemas(client))
    .map(({ client, operation }) => {
      const output = readSdkClient(client)?.operation(operation)?.output;
      return [`${client} ${operation}`, output === undefined ? null : known(output)] as const;
    });
  return Object.fromEntries([...new Map(read)].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function hasNoSchemas(client: string): boolean {
  const root = dirname(require.resolve(`@aws-sdk/client-${client}/package.json`));
  return existsSync(join(root, 'dist-es', 'protocols'));
}

function known(shape: ModelShape): KnownMembers {
  if (shape.kind === 'list') return [known(shape.element)];
  if (shape.kind === 'map') return { '*': known(shape.value) };
  if (shape.kind !== 'structure') return null;
  const members = [...shape.members].filter(([key]) => key !== '$metadata');
  return Object.fromEntries(members.map(([key, member]) => [key, known(member.shape())]));
}

import test from 'ava';
import type { TypeCollector } from '../../../domain/discovery/collector.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { hasEnded } from '../../../domain/discovery/has-ended.ts';
import { sdkShapes } from '../../support/discovery/sdk-shapes.ts';
import type { SdkShapes } from '../../support/discovery/sdk-shapes.ts';

/** Values of a state after which a resource never returns to use. */
const final = /^(delet(ed|e[-_]complete)|terminated|cancelled|closed|released|deregistered|retired)/i;

/** Members with such a value that are not the state of the resource, or of which the resource still exists. */
const exceptions: Readonly<Record<string, string>> = {
  'AWS::DirectoryService::MicrosoftAD ShareStatus': 'the state of a share of the directory',
  'AWS::DirectoryService::SimpleAD ShareStatus': 'the state of a share of the directory',
  'AWS::Logs::LogGroup dataProtectionStatus': 'the state of the data protection policy',
  'AWS::ECS::CapacityProvider updateStatus': 'the state of the last update; a deleted provider is INACTIVE',
  'AWS::Pipes::Pipe DesiredState': 'the requested state; the pipe exists until it is deleted',
};

/** Returns the members of an item with a final value that the SDK declares: path in the item → final values. */
function finalStates(shapes: SdkShapes, type: string | undefined, prefix = ''): [string, string[]][] {
  if (type === undefined) return [];
  return [...shapes.membersOf(type)].flatMap(([member, memberType]): [string, string[]][] => {
    if (!/(state|status|code|name|stage|lifecycle)$/i.test(member)) return [];
    const path = `${prefix}${member}`;
    const values = shapes.valuesOf(memberType).filter((value) => final.test(value));
    if (values.length > 0) return [[path, values]];
    return prefix === '' && /(state|status)$/i.test(member)
      ? finalStates(shapes, memberType, `${path}.`)
      : [];
  });
}

function statesOf(client: string, { list, details = [] }: TypeCollector): [string, string[]][] {
  const listed = sdkShapes(list.client ?? client);
  const path = list.inner === undefined ? list.items : `${list.items}.${list.inner}`;
  return [
    ...(list.as === undefined ? finalStates(listed, listed.typeAt(list.operation, path)) : []),
    ...details
      .filter(({ into }) => into === undefined)
      .flatMap((detail) => {
        const shapes = sdkShapes(detail.client ?? client);
        const result = [detail.result, detail.batch?.part].filter((part) => part !== undefined).join('.');
        return finalStates(shapes, shapes.typeAt(detail.operation, result));
      }),
  ];
}

/** Whether the input of the call selects states, and none of the given ones. */
function isFilteredByCall({ list }: TypeCollector, values: readonly string[]): boolean {
  const input = JSON.stringify([list.input ?? {}, list.variants ?? []]);
  return /state|status/i.test(input) && !values.some((value) => input.includes(`"${value}"`));
}

for (const { client, types } of SERVICES) {
  for (const type of types) {
    const states = statesOf(client, type);
    if (states.length === 0) continue;
    test(`declares the final states of ${type.resourceType}`, (t) => {
      for (const [path, values] of states) {
        if (`${type.resourceType} ${path}` in exceptions || isFilteredByCall(type, values)) continue;
        const declared = (type.ended?.[path] ?? []).map((value) => value.toLowerCase());
        t.deepEqual(
          values.filter((value) => !declared.includes(value.toLowerCase())),
          [],
          `declare in \`ended\` of ${type.resourceType}, or except here: ${path}`,
        );
      }
      t.pass();
    });
  }
}

test('finds the final states of the SDK', (t) => {
  const found = SERVICES.flatMap(({ client, types }) => types.flatMap((type) => statesOf(client, type)));
  t.true(found.length > 30, `${found.length}`);
});

test('compares states without case, at nested paths', (t) => {
  t.true(hasEnded({ ended: { State: ['deleted'] } }, { State: 'Deleted' }));
  t.true(hasEnded({ ended: { 'Status.Code': ['expired'] } }, { Status: { Code: 'expired' } }));
  t.false(hasEnded({ ended: { State: ['deleted'] } }, { State: 'available' }));
  t.false(hasEnded({ ended: { State: ['deleted'] } }, {}));
  t.false(hasEnded({}, { State: 'deleted' }));
});

import test from 'ava';
import type { DetailCall, ListCall, TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { hasEnded } from '../../../domain/discovery/declaration/has-ended.ts';
import { shapeAt } from '../../support/aws-models/model-shape.ts';
import type { ModelShape } from '../../support/aws-models/model-shape.ts';
import { readSdkClient } from '../../support/aws-models/read-sdk-client.ts';

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

/** Final states as {@link TypeCollector.ended} declares them: path of the state in the item → its values. */
type States = readonly (readonly [path: string, values: readonly string[]])[];

/** Returns the states of an item that the SDK declares as enumerations, at the top level and in a state with members. */
function statesOfItem(item: ModelShape, prefix = ''): States {
  if (item.kind !== 'structure') return [];
  return [...item.members].flatMap(([member, { shape }]): States => {
    if (!/(state|status|code|name|stage|lifecycle)$/i.test(member)) return [];
    const path = `${prefix}${member}`;
    const value = shape();
    if (value.kind === 'text') return [[path, [...(value.values ?? [])]]];
    return prefix === '' && /(state|status)$/i.test(member) ? statesOfItem(value, `${path}.`) : [];
  });
}

/** Returns the shape that a call returns at a path. @throws Error for an operation that the client does not have. */
function outputAt(service: string, { client = service, operation }: ListCall | DetailCall, path: string) {
  const model = readSdkClient(client)?.operation(operation);
  if (model === undefined) throw new Error(`the client ${client} has no operation ${operation}`);
  return shapeAt(model.output, path);
}

/** Returns the states of the items of a type, in its list and in the details that are merged into an item. */
function statesOf(client: string, { list, details = [] }: TypeCollector): States {
  const path = list.inner === undefined ? list.items : `${list.items}.${list.inner}`;
  const merged = details.filter(({ into, join }) => into === undefined && join === undefined);
  return [
    ...(list.as === undefined ? statesOfItem(outputAt(client, list, path)) : []),
    ...merged.flatMap((detail) => {
      const parts = [detail.result, detail.batch?.part].filter((part) => part !== undefined);
      return statesOfItem(outputAt(client, detail, parts.join('.')));
    }),
  ];
}

function finalStatesOf(client: string, type: TypeCollector): States {
  return statesOf(client, type)
    .map(([path, values]) => [path, values.filter((value) => final.test(value))] as const)
    .filter(([, values]) => values.length > 0);
}

/** Whether the input of the call selects states, and none of the given ones. */
function isFilteredByCall({ list }: TypeCollector, values: readonly string[]): boolean {
  const input = JSON.stringify([list.input ?? {}, list.variants ?? []]);
  return /state|status/i.test(input) && !values.some((value) => input.includes(`"${value}"`));
}

for (const { client, types } of SERVICES) {
  for (const type of types) {
    const states = finalStatesOf(client, type);
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
  const found = SERVICES.flatMap(({ client, types }) => types.flatMap((type) => finalStatesOf(client, type)));
  t.true(found.length > 30, `${found.length}`);
});

test('a state of a running deletion is not final for a type whose deletion can fail', (t) => {
  for (const { client, types } of SERVICES) {
    for (const type of types.filter(({ ended }) => ended !== undefined)) {
      for (const [path, values] of statesOf(client, type)) {
        if (!values.some((value) => /^delet.*(fail|unsuccessful)/i.test(value))) continue;
        const running = (type.ended?.[path] ?? []).filter((value) => /deleting|in[-_]progress/i.test(value));
        t.deepEqual(running, [], `${type.resourceType} ${path}`);
      }
    }
  }
});

test('compares states without case, at nested paths', (t) => {
  t.true(hasEnded({ ended: { State: ['deleted'] } }, { State: 'Deleted' }));
  t.true(hasEnded({ ended: { 'Status.Code': ['expired'] } }, { Status: { Code: 'expired' } }));
  t.false(hasEnded({ ended: { State: ['deleted'] } }, { State: 'available' }));
  t.false(hasEnded({ ended: { State: ['deleted'] } }, {}));
  t.false(hasEnded({}, { State: 'deleted' }));
});

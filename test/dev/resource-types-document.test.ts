import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type {
  AwsCall,
  DetailCall,
  ServiceCollectors,
  TypeCollector,
} from '../../domain/discovery/collector.ts';
import { cloudControlTypes } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { SERVICES } from '../../domain/discovery/collectors/index.ts';
import { RESOURCE_TYPES, resourceType } from '../../domain/discovery/resource-types.ts';
import { groupBy } from '../../domain/group-by.ts';

const file = path.resolve('docs/resource-types.md');

test('docs/resource-types.md lists every resource type with its calls and permissions', (t) => {
  if (process.env['UPDATE_RESOURCE_TYPES'] === '1') writeFileSync(file, makeDocument());
  t.is(readFileSync(file, 'utf8'), makeDocument(), 'run this test with UPDATE_RESOURCE_TYPES=1');
});

test('tier A has at least 370 types', (t) => {
  t.true(RESOURCE_TYPES.length >= 370, String(RESOURCE_TYPES.length));
});

test('the not-read text of a type is one line that is no part of the table syntax', (t) => {
  for (const { resourceType: name, notRead } of SERVICES.flatMap(({ types }) => types))
    if (notRead !== undefined) t.regex(notRead, /^[^|\n]+\.$/, name);
});

function makeDocument(): string {
  const services = [...SERVICES].sort((left, right) => (left.service < right.service ? -1 : 1));
  return `# Resource types

Made from the declarations in \`domain/discovery/\`; a test compares. To update it:
\`UPDATE_RESOURCE_TYPES=1 npm run test:file -- test/dev/resource-types-document.test.ts\`.

| Source (November 2026) | Types |
|---|---|
| This service, tier A: own collector | ${RESOURCE_TYPES.length} |
| This service, tier B: AWS Cloud Control API | ${cloudControlTypes.length} |
| Steampipe, AWS plugin | 586 tables |
| AWS Config | 413 types |

The counts are not of the same things: a table of Steampipe can be a report or a property of a resource, and a type of AWS
Config is a type that it records.

## Tier A

"Calls" names first the list calls, each with the parent for which it is repeated, then those that are made for a resource.
\`n ×\` is a call for up to n resources. All permissions have the prefix of the service unless another is given. Tags are read
for every type that has a source of tags here: "in the list", the tagging API, or a call. The last column names what AWS has
beyond that and the collector does not read, and the values that it stores only as keyed hashes.

${services.map(serviceSection).join('\n')}
## Tier B

Read with \`cloudformation:ListResources\` and \`cloudformation:GetResource\`, which also need the permissions of the type's list
handler (\`domain/discovery/cloud-control/cloud-control-table.ts\`). Not read: types without a list handler, and properties that
AWS's handler of the type does not return. In brackets: inputs of the list call, whose values come from resources of another type.

${tierB()}`;
}

function serviceSection(service: ServiceCollectors): string {
  const rows = service.types.map((type) => row(service, type)).join('');
  return `### ${service.service}\n\n| Type | Scope | Calls | Permissions | Tags | Not read or not stored |\n|---|---|---|---|---|---|\n${rows}`;
}

function row(service: ServiceCollectors, type: TypeCollector): string {
  const { actions = [], scope } = resourceType(type.resourceType) ?? {};
  const permissions = actions.map((action) =>
    action.startsWith(`${service.service}:`) ? action.slice(service.service.length + 1) : action,
  );
  const cells = [
    `\`${type.resourceType}\``,
    `${scope}`,
    callsOf(type).join('; '),
    permissions.join(', '),
    tagsOf(type),
    notReadOf(type),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function callsOf(type: TypeCollector): readonly string[] {
  const { list, parent, details = [], tags } = type;
  const parentName = parent === undefined ? '' : ` per ${lastWord(parent)}`;
  const calls = [
    ...(list.forEach ? [`${nameOf(list.forEach)}${parentName}`] : []),
    list.forEach
      ? `${nameOf(list)} per item of ${list.forEach.operation}`
      : `${nameOf(list)}${parentName}${list.variants ? `, ${list.variants.length} times` : ''}`,
  ];
  const perResource: readonly DetailCall[] = [
    ...details,
    ...(tags !== undefined && 'call' in tags ? [tags.call] : []),
  ];
  const countOf = ({ join, batch }: DetailCall): string =>
    join === undefined ? `${batch?.size ?? 1} × ` : '';
  return [...calls, ...perResource.map((call) => `${countOf(call)}${nameOf(call)}`)];
}

function nameOf({ client, operation }: AwsCall): string {
  return client === undefined ? operation : `${client} ${operation}`;
}

function tagsOf({ tags }: TypeCollector): string {
  if (tags === undefined) return 'none';
  if ('path' in tags) return 'in the list or a detail';
  return 'taggingApi' in tags ? 'tagging API' : 'call';
}

function notReadOf({ notRead = '', secrets = [] }: TypeCollector): string {
  const hashed = secrets.map((one) => `\`${one}\``).join(', ');
  return [notRead, hashed === '' ? '' : `Only as a keyed hash: ${hashed}.`]
    .filter((text) => text !== '')
    .join(' ');
}

function tierB(): string {
  const services = groupBy(cloudControlTypes, ({ resourceType: name }) =>
    name.split('::').slice(0, 2).join('::'),
  );
  return [...services]
    .map(([service, types]) => {
      const names = types.map(({ resourceType: name, requiredInputs }) =>
        requiredInputs.length === 0 ? lastWord(name) : `${lastWord(name)} (${requiredInputs.join(', ')})`,
      );
      return `- \`${service}\`: ${names.join(', ')}\n`;
    })
    .join('');
}

function lastWord(name: string): string {
  return name.split('::').slice(2).join('::');
}

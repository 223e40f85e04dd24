import type {
  AwsCall,
  DetailCall,
  ServiceCollectors,
  TypeCollector,
} from '../../domain/discovery/declaration/collector.ts';
import {
  missingAction,
  permissionGroupOf,
  permissionGroups,
} from '../../domain/connections/cloud-control-access.ts';
import {
  cloudControlType,
  cloudControlTypes,
  parentTypesOf,
} from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource } from '../../domain/discovery/cloud-control/parent-inputs.ts';
import { membersLostInXml, newestModels } from './members-lost-in-xml.ts';
import { SERVICES } from '../../domain/discovery/collectors/index.ts';
import { RESOURCE_TYPES, resourceType } from '../../domain/discovery/declaration/resource-types.ts';

/** Returns the text of docs/resource-types.md: every resource type with its calls and permissions. */
export function resourceTypesPage(): string {
  const services = [...SERVICES].sort((left, right) => (left.service < right.service ? -1 : 1));
  return `# Resource types

<!-- made by npm run documents from the declarations in domain/discovery/; a test compares -->

| Source (November 2026) | Types |
|---|---|
| This service, tier A: own collector | ${RESOURCE_TYPES.length} |
| This service, tier B: AWS Cloud Control API | ${cloudControlTypes.length} |
| Steampipe, AWS plugin | 586 tables |
| AWS Config | 413 types |

The counts are not directly comparable: a table of Steampipe can be a report or a property of a resource, and AWS Config counts
the types that it records.

Without a permission group, the role of the template can list ${countListable([])} types of tier B. The ${permissionGroups.length} groups together allow
${countListable(permissionGroups)}, and a role has at most four groups ([discovery.md](discovery.md#permissions-of-tier-b)).

## Tier A

- **Calls:** first the list calls, with the parent type if the call is made once for each parent, then the calls for the details
  and tags of resources. \`n ×\` is one call for up to n resources.
- **Permissions:** IAM actions with the prefix of the service, unless another prefix is given.
- **Tags:** the source of the tags: the list or a detail call, the tagging API, or a separate call. \`none\`: no tags are read.
- **Not read or not stored:** values that AWS returns or has and the collector does not read, and values that are stored only as
  keyed hashes. An empty cell means that no such value is documented. "Dropped by the SDK": members of responses in XML that the
  models of ${newestModels} have and the installed SDK does not. Members of responses in JSON are kept, also if the SDK does not
  know them ([discovery.md](discovery.md#members-that-the-sdk-does-not-know)).

${services.map(serviceSection).join('\n')}
## Tier B

These types are read with \`cloudformation:ListResources\` and \`cloudformation:GetResource\`. Both also need the actions of the
type's handlers (\`domain/discovery/cloud-control/cloud-control-table.ts\`), which the permission group grants. Types marked with
\`*\` need no group. Parentheses contain the required inputs of the list call. Not read: types without a list handler, and
properties that the handlers do not return.

| Service | Permission group | Types |
|---|---|---|
${tierB()}
Types with a list handler that cannot be listed:

| Type | Reason |
|---|---|
${notListable()}`;
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
  const { list, parent, details = [], members, tags } = type;
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
  return [
    ...calls,
    ...perResource.map((call) => `${countOf(call)}${nameOf(call)}`),
    ...(members === undefined ? [] : [`1 × ${nameOf(members)} after a change`]),
  ];
}

function nameOf({ client, operation }: AwsCall): string {
  return client === undefined ? operation : `${client} ${operation}`;
}

function tagsOf({ tags }: TypeCollector): string {
  if (tags === undefined) return 'none';
  if ('path' in tags) return 'in the list or a detail';
  return 'taggingApi' in tags ? 'tagging API' : 'call';
}

function notReadOf({ resourceType: name, notRead = '', secrets = [] }: TypeCollector): string {
  const hashed = secrets.map((one) => `\`${one}\``).join(', ');
  const lost = (membersLostInXml[name] ?? []).map((one) => `\`${one}\``).join(', ');
  return [
    notRead,
    hashed === '' ? '' : `Only as a keyed hash: ${hashed}.`,
    lost === '' ? '' : `Dropped by the SDK: ${lost}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** Whether a role with these groups can list a type and its parents, and the values of the required inputs are known. */
function isListable(type: CloudControlType, groups: readonly string[]): boolean {
  return missingAction(type.resourceType, groups) === undefined && hasKnownInputs(type);
}

function hasKnownInputs(type: CloudControlType): boolean {
  return unknownInputs(type).length === 0 && parentTypesOf(type).every(hasKnownInputsOrTierA);
}

function hasKnownInputsOrTierA(name: string): boolean {
  const type = cloudControlType(name);
  return type === undefined || hasKnownInputs(type);
}

function countListable(groups: readonly string[]): number {
  return cloudControlTypes.filter((type) => isListable(type, groups)).length;
}

function unknownInputs({ resourceType: name, requiredInputs }: CloudControlType): readonly string[] {
  return requiredInputs.filter((input) => inputSource(name, input) === undefined);
}

function tierB(): string {
  const listable = cloudControlTypes.filter((type) => isListable(type, permissionGroups));
  const services = Map.groupBy(listable, ({ resourceType: name }) => name.split('::').slice(0, 2).join('::'));
  return [...services]
    .map(([service, types]) => {
      const names = types.map((type) => {
        const inputs = type.requiredInputs.length === 0 ? '' : ` (${type.requiredInputs.join(', ')})`;
        return `${lastWord(type.resourceType)}${isListable(type, []) ? '\\*' : ''}${inputs}`;
      });
      const group = permissionGroupOf(types[0]?.resourceType ?? '') ?? '';
      return `| \`${service}\` | \`${group}\` | ${names.join(', ')} |\n`;
    })
    .join('');
}

function notListable(): string {
  return cloudControlTypes
    .filter((type) => !isListable(type, permissionGroups))
    .map((type) => `| \`${type.resourceType}\` | ${reasonOf(type)} |\n`)
    .join('');
}

function reasonOf(type: CloudControlType): string {
  const inputs = unknownInputs(type);
  if (inputs.length > 0)
    return `no value for the required input ${inputs.map((input) => `\`${input}\``).join(', ')}`;
  if (!hasKnownInputs(type)) return 'its parent type cannot be listed';
  if (type.actions.length === 0) return 'its list handler declares no action';
  return `no permission group grants \`${missingAction(type.resourceType, permissionGroups) ?? ''}\``;
}

function lastWord(name: string): string {
  return name.split('::').slice(2).join('::');
}

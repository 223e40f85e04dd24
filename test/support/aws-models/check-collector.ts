import type {
  AwsCall,
  ItemCondition,
  DetailCall,
  ListCall,
  ServiceCollectors,
  TypeCollector,
} from '../../../domain/discovery/declaration/collector.ts';
import { TAGS_KEY } from '../../../domain/discovery/observation/observe.ts';
import type { TextExpression } from '../../../domain/discovery/declaration/text-expression.ts';
import { originRulesOf } from '../../../domain/mapping/origin-rules.ts';
import { checkConditions } from './check-conditions.ts';
import { checkInput } from './check-input.ts';
import { placeholdersOf, reach, scopeWords } from './report.ts';
import type { Report } from './report.ts';
import { anyShape, changeShapeAt, describe, withMembers, withStructure } from './model-shape.ts';
import type { ModelShape, StructureShape } from './model-shape.ts';
import { readSdkClient } from './read-sdk-client.ts';
import type { ModelOperation } from './read-sdk-client.ts';

/** What the check of one collector found. */
export interface CollectorCheck {
  /** `<what>: <why>`, e.g. `sets Policy.Statment: …`. */
  readonly findings: readonly string[];
  /** The item with its details, as it is before normalisation. */
  readonly item: ModelShape;
  /** The stored configuration: embedded documents are open. */
  readonly configuration: ModelShape;
}

/** Compares a collector's declaration with the models of the operations that it calls. */
export function checkCollector(service: ServiceCollectors, type: TypeCollector): CollectorCheck {
  const findings: string[] = [];
  const report: Report = (part, why) => void findings.push(`${part}: ${why}`);
  let item = listedItem(service, type, report);
  checkText('label', type.label ?? [], item, ['id'], report);
  for (const detail of detailsOf(type)) item = withDetail(service, detail, item, report);
  checkMembers(service, type, item, report);
  checkText('nativeId', type.nativeId, item, [], report);
  checkText('arn', type.arn ?? [], item, ['id'], report);
  checkText('name', type.name ?? [], item, ['id'], report);
  for (const rule of originRulesOf(type).filter((rule) => !isGeneral(rule.when, type)))
    checkConditions('origin', rule.when, item, report);
  checkTags(type, item, report);
  if (type.createdAt !== undefined) checkText('createdAt', type.createdAt, item, [], report);
  const configuration = openEmbedded(type, item, report);
  for (const path of type.secrets ?? []) reach('secrets', path, configuration, report);
  for (const path of type.volatile ?? []) reach('volatile', path, configuration, report);
  for (const path of Object.keys(type.settled ?? {})) reach('settled', path, configuration, report);
  for (const part of ['sets', 'lists'] as const) {
    for (const path of Object.keys(type[part] ?? {})) {
      const found = reach(part, path, configuration, report);
      if (found && found.kind !== 'list' && found.kind !== 'any')
        report(part, `${path} is a ${describe(found)}, not a list`);
    }
  }
  return { findings, item, configuration };
}

function checkMembers(
  service: ServiceCollectors,
  type: TypeCollector,
  item: ModelShape,
  report: Report,
): void {
  const { members } = type;
  if (members === undefined) return;
  const operation = operationOf(service, members, 'members', report);
  if (operation === undefined) return;
  checkInput('members', members.input ?? {}, operation, item, report);
  reach('members', members.items, operation.output, report);
  checkText('members', members.version, item, [], report);
  checkConditions('members', members.changing, item, report);
}

/** Compares the calls of a service that belong to no type with their models. */
export function checkService(service: ServiceCollectors): readonly string[] {
  const findings: string[] = [];
  const report: Report = (part, why) => void findings.push(`${part}: ${why}`);
  const probe = operationOf(service, service.probe, 'probe', report);
  if (probe) checkInput('probe', service.probe.input ?? {}, probe, anyShape, report);
  const { precondition } = service;
  const condition = precondition && operationOf(service, precondition, 'precondition', report);
  if (precondition && condition) {
    checkInput('precondition', precondition.input ?? {}, condition, anyShape, report);
    reach('precondition', precondition.path, condition.output, report);
  }
  const calls: readonly AwsCall[] = [service.probe, ...service.types.flatMap(callsOf)];
  const clients = new Set(calls.map(({ client }) => client));
  for (const operation of Object.keys(service.actions ?? {})) {
    const known = [...clients, undefined].some((client) =>
      readSdkClient(client ?? service.client)?.operation(operation),
    );
    if (!known) report('actions', `no client of the service has the operation ${operation}`);
  }
  return findings;
}

/** Returns the calls of a type: its list with the list of `forEach`, its details and its tags. */
export function callsOf(type: TypeCollector): readonly AwsCall[] {
  const { forEach } = type.list;
  return [
    ...(forEach ? [forEach] : []),
    type.list,
    ...detailsOf(type),
    ...(type.members ? [type.members] : []),
  ];
}

/** Returns the detail calls of a type in the order of the engine, with the call of its tags. */
export function detailsOf({ details = [], tags }: TypeCollector): readonly DetailCall[] {
  return [...details, ...(tags && 'call' in tags ? [{ ...tags.call, into: TAGS_KEY }] : [])];
}

export function operationOf(
  service: ServiceCollectors,
  call: AwsCall,
  part: string,
  report: Report,
): ModelOperation | undefined {
  const name = call.client ?? service.client;
  const client = readSdkClient(name);
  if (client === undefined) {
    report(part, `the package @aws-sdk/client-${name} is not installed`);
    return undefined;
  }
  const operation = client.operation(call.operation);
  if (operation === undefined) report(part, `@aws-sdk/client-${name} has no command ${call.operation}`);
  return operation;
}

/** Returns the item as the list call returns it; `any` after a finding, so that one error is reported once. */
function listedItem(service: ServiceCollectors, type: TypeCollector, report: Report): ModelShape {
  const { list } = type;
  const part = `list ${list.operation}`;
  const operation = operationOf(service, list, part, report);
  const parentType = service.types.find(({ resourceType }) => resourceType === type.parent);
  if (type.parent !== undefined && parentType === undefined)
    report('parent', `the service has no type ${type.parent}`);
  if (operation === undefined) return anyShape;
  const parent = withForEach(
    service,
    list,
    parentType === undefined ? emptyItem : listedItem(service, parentType, () => undefined),
    report,
  );
  if (Array.isArray(list.parents)) checkConditions('parents', list.parents, parent, report);
  const listed = elementOf(list, part, operation, report);
  const fromParent = Object.entries(type.fromParent ?? {}).map(
    ([key, path]) => [key, reach('fromParent', path, parent, report) ?? anyShape] as const,
  );
  const inputs = inputsOf(list);
  // A recursive list is also called for the items that it returned.
  const holders = type.recursive === true ? [parent, withMembers(listed, fromParent)] : [parent];
  for (const holder of holders)
    for (const input of inputs) checkInput(part, input, operation, holder, report);
  const fromInput = Object.entries(list.fromInput ?? {}).map(([key, name]) => {
    if (!inputs.every((input) => Object.hasOwn(input, name)))
      report('fromInput', `an input of the list call has no ${name}`);
    return [key, reach('fromInput', name, operation.input, report) ?? anyShape] as const;
  });
  const item = withMembers(listed, [...fromParent, ...fromInput]);
  checkConditions('only', list.only ?? [], item, report);
  if (list.newest === undefined) return item;
  checkText('newest', list.newest.by, item, [], report);
  return withMembers(item, [[list.newest.total, { kind: 'number' }]]);
}

/** Returns the parent item with the fields of an item of `forEach`. */
function withForEach(
  service: ServiceCollectors,
  { forEach }: ListCall,
  parent: ModelShape,
  report: Report,
): ModelShape {
  if (forEach === undefined) return parent;
  const part = `forEach ${forEach.operation}`;
  const operation = operationOf(service, forEach, part, report);
  if (operation === undefined) return anyShape;
  checkInput(part, forEach.input ?? {}, operation, parent, report);
  const outer = elementOf(forEach, part, operation, report);
  checkConditions(`${part} only`, forEach.only ?? [], outer, report);
  return outer.kind === 'structure' ? withStructure(parent, outer) : anyShape;
}

const emptyItem: StructureShape = { kind: 'structure', name: 'no parent', members: new Map() };

/** Returns every input of a list call: with each variant, and in the global run. */
function inputsOf(list: ListCall): readonly NonNullable<AwsCall['input']>[] {
  return [list.input ?? {}, ...(list.globalInput ? [list.globalInput] : [])].flatMap((input) =>
    (list.variants ?? [{}]).map((variant) => ({ ...input, ...variant })),
  );
}

function elementOf(
  list: Pick<ListCall, 'items' | 'as' | 'inner' | 'carry'>,
  part: string,
  operation: ModelOperation,
  report: Report,
): ModelShape {
  const outer = reach(`${part} items`, list.items, operation.output, report) ?? anyShape;
  const inner =
    list.inner === undefined ? outer : (reach(`${part} inner`, list.inner, outer, report) ?? anyShape);
  const carried = Object.entries(list.carry ?? {}).map(
    ([key, path]) => [key, reach('carry', path, outer, report) ?? anyShape] as const,
  );
  if (list.as !== undefined) {
    if (inner.kind === 'structure') report('as', `the items are a ${describe(inner)}, not texts`);
    return withMembers(emptyItem, [[list.as, inner], ...carried]);
  }
  if (inner.kind === 'map' && inner.keys !== undefined) {
    const { value } = inner;
    const keys = [...inner.keys].map((key) => [key, value] as const);
    return withMembers({ ...emptyItem, name: list.items }, [...keys, ...carried]);
  }
  if (inner.kind !== 'structure' && inner.kind !== 'any') {
    report(`${part} items`, `${list.items} reaches a ${describe(inner)}; items need \`as\` or a structure`);
    return anyShape;
  }
  return withMembers(inner, carried);
}

/** Returns the item with the result of a detail call. */
function withDetail(
  service: ServiceCollectors,
  detail: DetailCall,
  item: ModelShape,
  report: Report,
): ModelShape {
  const part = `detail ${detail.operation}`;
  checkConditions(`${part} when`, detail.when ?? [], item, report);
  const operation = operationOf(service, detail, part, report);
  if (operation === undefined) return anyShape;
  checkInput(part, detail.input ?? {}, operation, item, report, detail.batch !== undefined);
  let result = reach(`${part} result`, detail.result ?? '', operation.output, report) ?? anyShape;
  if (detail.batch !== undefined) {
    checkText(`${part} batch.by`, detail.batch.by, item, [], report);
    reach(`${part} batch.key`, detail.batch.key, result, report);
    result = reach(`${part} batch.part`, detail.batch.part ?? '', result, report) ?? anyShape;
  }
  if (detail.join !== undefined) {
    checkText(`${part} join.by`, detail.join.by, item, [], report);
    reach(`${part} join.key`, detail.join.key, result, report);
  }
  if (detail.into !== undefined) return withMembers(item, [[detail.into, result]]);
  if (detail.pick !== undefined) {
    const picked = detail.pick.map((key) => [key, reach(`${part} pick`, key, result, report)] as const);
    return withMembers(
      item,
      picked.map(([key, shape]) => [key, shape ?? anyShape] as const),
    );
  }
  if (result.kind === 'any') return anyShape;
  if (result.kind !== 'structure') {
    report(part, `the result is a ${describe(result)}, which needs \`into\``);
    return anyShape;
  }
  return withStructure(item, result);
}

function checkTags(type: TypeCollector, item: ModelShape, report: Report): void {
  const { tags } = type;
  if (tags === undefined || 'taggingApi' in tags) return;
  const path = 'path' in tags ? tags.path : TAGS_KEY;
  const found = reach('tags', path, item, report);
  if (found === undefined || found.kind === 'any' || found.kind === 'map') return;
  if (found.kind !== 'list' || found.element.kind !== 'structure')
    return report('tags', `${path} is a ${describe(found)}, not a map or a list of tags`);
  const names = [...found.element.members.keys()].map((name) => name.toLowerCase());
  if (!names.some((name) => name.endsWith('key')) || !names.some((name) => name.endsWith('value')))
    report('tags', `${path} contains no keys and values: ${names.join(', ')}`);
}

/** Returns the item with the embedded documents as open documents. */
function openEmbedded(type: TypeCollector, item: ModelShape, report: Report): ModelShape {
  let open = item;
  for (const path of type.embedded ?? []) {
    const found = reach('embedded', path, open, report);
    if (found === undefined) continue;
    if (found.kind !== 'text' && found.kind !== 'any')
      report('embedded', `${path} is a ${describe(found)}, not a text`);
    open = changeShapeAt(open, path, () => anyShape);
  }
  return open;
}

function checkText(
  part: string,
  expression: TextExpression,
  item: ModelShape,
  words: readonly string[],
  report: Report,
): void {
  for (const text of typeof expression === 'string' ? [expression] : expression) {
    const paths = text.includes('{') ? placeholdersOf(text) : [text];
    for (const path of paths) {
      if (text.includes('{') && (scopeWords.has(path) || words.includes(path))) continue;
      const found = reach(part, path, item, report);
      if (found !== undefined && ['structure', 'list', 'map'].includes(found.kind))
        report(part, `${path} is a ${describe(found)}, not a text`);
    }
  }
}

/** Rules of all types (`OwnerId`) concern only the types that have the member. */
function isGeneral(conditions: readonly ItemCondition[], type: TypeCollector): boolean {
  const declared = type.origin?.some(({ when }) => when === conditions) === true;
  return !declared && conditions.some((condition) => 'otherAccount' in condition);
}

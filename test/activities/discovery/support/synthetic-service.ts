import type { AwsCaller } from '../../../../clients/aws/aws-caller.ts';
import type {
  ItemCondition,
  ListCall,
  ServiceCollectors,
  TypeCollector,
} from '../../../../domain/discovery/declaration/collector.ts';
import { parsePath, setOwn } from '../../../../domain/json/path.ts';
import type { MutableJson } from '../../../../domain/json/json.ts';
import type { RawItem } from '../../../../domain/discovery/observation/observe.ts';
import type {
  InputTemplateValue,
  TextExpression,
} from '../../../../domain/discovery/declaration/text-expression.ts';
import { denied } from './scripted-aws.ts';

const scopeWords = ['account', 'region', 'partition', '*'];

/** The region that an item states as its home. */
const homeRegion = 'eu-west-1';

/**
 * An AWS service that lists one resource of each type, the same in every region, and one item of each list call that a
 * type's list is made for. All calls other than lists are denied, so
 * that details and tags are unreadable parts.
 *
 * @param arnOf returns the ARN that the service returns for a type, as a call in `region` returns it
 */
export function syntheticService(
  service: ServiceCollectors,
  arnOf: (type: TypeCollector, region: string) => string,
): AwsCaller {
  return {
    call({ operation, region }) {
      const types = service.types.filter(({ list }) => list.operation === operation);
      const made = service.types.filter(({ list }) => list.forEach?.operation === operation);
      if (types.length + made.length === 0) return Promise.reject(denied(`${service.service}:${operation}`));
      const response: RawItem = {};
      for (const type of types) addItem(response, type.list, itemOf(service, type, arnOf(type, region)));
      for (const type of made) {
        if (type.list.forEach !== undefined) addItem(response, type.list.forEach, outerItemOf(type));
      }
      return Promise.resolve(response);
    },
  };
}

function itemOf(service: ServiceCollectors, type: TypeCollector, arn: string): RawItem {
  const children = service.types.filter(({ parent }) => parent === type.resourceType);
  const paths = [
    ...pathsOf(type.nativeId),
    ...pathsOf(type.name ?? []),
    ...children.flatMap(({ list, fromParent = {} }) => [
      ...placeholdersOf(list.input ?? {}),
      ...Object.values(fromParent),
    ]),
  ];
  const item: RawItem = {};
  for (const path of paths) setAt(item, path, `x-${path}`);
  const conditions = children
    .map(({ list }) => list.parents)
    .filter((parents) => typeof parents === 'object');
  for (const condition of [...(type.list.only ?? []), ...conditions.flat()]) meet(item, condition);
  if (typeof type.arn === 'string' && !type.arn.includes('{')) setAt(item, type.arn, arn);
  for (const path of pathsOf(type.home?.region ?? [])) setAt(item, path, homeRegion);
  return item;
}

/** Returns an item of the list call that the list of a type is made for. */
function outerItemOf({ list, fromParent = {}, home }: TypeCollector): RawItem {
  const item: RawItem = {};
  for (const path of placeholdersOf(list.input ?? {})) setAt(item, path, `x-${path}`);
  const homeKeys = pathsOf(home?.region ?? []);
  for (const [key, path] of Object.entries(fromParent)) {
    setAt(item, path, homeKeys.includes(key) ? homeRegion : `x-${path}`);
  }
  for (const condition of list.forEach?.only ?? []) meet(item, condition);
  return item;
}

function pathsOf(expression: TextExpression): string[] {
  return [expression].flat().flatMap((one) => (one.includes('{') ? placeholdersOf(one) : [one]));
}

function placeholdersOf(value: InputTemplateValue): string[] {
  const found = [...JSON.stringify(value).matchAll(/\{([^{}"|]+)(?:\|[^{}"]*)?\}/g)];
  return found.map(([, path = '']) => path).filter((path) => !scopeWords.includes(path));
}

function meet(item: RawItem, condition: ItemCondition): void {
  if ('equals' in condition) setAt(item, condition.path, condition.equals);
  else if ('startsWith' in condition) setAt(item, condition.path, `${condition.startsWith}x`);
  else if ('includes' in condition) setAt(item, condition.path, condition.includes);
  else if ('present' in condition && condition.present) setAt(item, condition.path, 'x');
}

function addItem(
  response: RawItem,
  list: Pick<ListCall, 'items' | 'as' | 'inner' | 'carry'>,
  item: RawItem,
): void {
  const listed: MutableJson = list.as === undefined ? item : (item[list.as] ?? 'x');
  if (list.inner === undefined) return setAt(response, list.items, listed);
  const outer: RawItem = {};
  setAt(outer, list.inner, listed);
  for (const path of Object.values(list.carry ?? {})) setAt(outer, path, `x-${path}`);
  setAt(response, list.items, outer);
}

/** Sets the value at a path, and adds the objects and arrays on the way. An array at the end gets one more element. */
function setAt(root: RawItem, path: string, value: MutableJson): void {
  const steps = parsePath(path);
  if (steps.length === 0) return void Object.assign(root, value);
  let holder: MutableJson = root;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const isEach = next?.kind === 'each';
    const isLast = next === undefined;
    if (Array.isArray(holder)) {
      if (isLast) return void holder.push(value);
      holder[0] ??= isEach ? [] : {};
      holder = holder[0];
    } else if (holder !== null && typeof holder === 'object') {
      const key: string = step.kind === 'key' ? step.key : 'x';
      if (isLast) return setOwn(holder, key, value);
      if (holder[key] === undefined || typeof holder[key] !== 'object') setOwn(holder, key, isEach ? [] : {});
      holder = holder[key] ?? null;
    }
  }
}

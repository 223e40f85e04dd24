import type { TypeCollector } from '../../discovery/declaration/collector.ts';
import { SERVICES } from '../../discovery/collectors/index.ts';
import type { EdgeRule, Matcher } from '../edge-rule.ts';
import { edge } from './edge.ts';

/** Words of expressions that are no paths of the parent. */
const scopeWords = new Set(['account', 'region', 'partition', 'dnsSuffix']);

/**
 * A rule for each child type: the child is contained in the resource for which the collector listed it. Derived from `parent`,
 * `fromParent` and the input of the list in its collector, so that a new child type has its edge. The confidence is high, also
 * of names: AWS returned the child for this parent.
 */
export const parentRules: readonly EdgeRule[] = SERVICES.flatMap(({ types }) =>
  types.flatMap((child) => {
    const parent = types.find(({ resourceType }) => resourceType === child.parent);
    return parent === undefined ? [] : [parentRule(child, parent)];
  }),
);

function parentRule(child: TypeCollector, parent: TypeCollector): EdgeRule {
  const keys = keysOfParent(child);
  const targetTypes = [parent.resourceType, ...(child.recursive === true ? [child.resourceType] : [])];
  for (const [matcher, expression] of identifiersOf(parent)) {
    const named = inChild(expression, keys);
    if (named === undefined) continue;
    const { path, read } = named;
    return edge(child.resourceType, path, matcher, 'contained_in', targetTypes, {
      confidence: 'high',
      external: false,
      ...(read === undefined ? {} : { read }),
    });
  }
  throw new Error(`${child.resourceType} stores no identifier of its parent: declare it in fromParent.`);
}

/** Returns the key of the child that has the value at each path of the parent. */
function keysOfParent({ fromParent = {}, list }: TypeCollector): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [key, value] of Object.entries(list.input ?? {})) {
    const path = typeof value === 'string' ? /^\{([^{}|]+)\}$/.exec(value)?.[1] : undefined;
    if (path !== undefined) keys.set(path, key);
  }
  for (const [key, path] of Object.entries(fromParent)) keys.set(path, key);
  return keys;
}

/**
 * Identifiers of the parent, first those that are one value. Names that are the native id are unique in the account and region
 * of the child.
 */
function identifiersOf({ arn, name, nativeId }: TypeCollector): readonly (readonly [Matcher, string])[] {
  const ids = [nativeId].flat();
  const id = ids.length === 1 ? ids[0] : undefined;
  // The template of an ARN can contain the native id.
  const arns = [arn ?? []]
    .flat()
    .map((one) => (id === undefined ? one : one.replace('{id}', asTemplate(id))));
  const names = ids.filter((one) => [name ?? []].flat().includes(one));
  const others = ids.filter((one) => !names.includes(one) && !one.startsWith('arn:'));
  const all: readonly (readonly [Matcher, string])[] = [
    ...arns.map((one) => ['arn', one] as const),
    ...names.map((one) => ['name', one] as const),
    ...others.map((one) => ['id', one] as const),
  ];
  const isValue = ([, one]: readonly [Matcher, string]) => !one.includes('{');
  return [...all.filter(isValue), ...all.filter((one) => !isValue(one)).toReversed()];
}

function asTemplate(expression: string): string {
  return expression.includes('{') ? expression : `{${expression}}`;
}

/** Rewrites an expression of the parent for the child. Returns undefined when the child lacks a value of the expression. */
function inChild(
  expression: string,
  keys: ReadonlyMap<string, string>,
): { readonly path: string; readonly read?: string } | undefined {
  const template = asTemplate(expression);
  const paths = [...template.matchAll(/\{([^{}|]+)/g)].flatMap(([, path = '']) =>
    scopeWords.has(path) ? [] : [path],
  );
  const [first] = paths;
  const path = first === undefined ? undefined : keys.get(first);
  if (path === undefined || paths.some((one) => !keys.has(one))) return undefined;
  if (template === `{${first ?? ''}}`) return { path };
  const read = template.replaceAll(/\{([^{}|]+)/g, (text, one: string) =>
    scopeWords.has(one) ? text : `{holder.${keys.get(one) ?? ''}`,
  );
  return { path, read };
}

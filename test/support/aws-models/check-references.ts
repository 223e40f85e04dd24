import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import type { EdgeRule, IdentifierRule } from '../../../domain/graph/edge-rule.ts';
import { checkConditions } from './check-conditions.ts';
import { placeholdersOf, reach } from './report.ts';
import type { Report } from './report.ts';
import { anyShape, describe } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';

/** Compares the paths of an edge rule with the configuration that the collector of its source type stores. */
export function checkEdgeRule(
  rule: EdgeRule,
  type: TypeCollector,
  configuration: ModelShape,
  report: Report,
): void {
  const part = `edge rule ${rule.id}`;
  if (rule.path.startsWith('tags')) return;
  checkValues(part, rule.path, type, configuration, report);
  for (const path of readPaths(rule.read, 'holder.')) reach(part, path, configuration, report);
  if (rule.when?.on === 'holder') checkConditions(part, rule.when.conditions, configuration, report);
  /** Returns the item that a path begins at, and the path without its prefixes `^.`, each of which names an object further out. */
  const itemOf = (from: string): { readonly item: ModelShape; readonly path: string } => {
    const path = from.replace(/^(?:\^\.)+/, '');
    const outer = itemPath(storedPath(rule.path), (from.length - path.length) / 2);
    return { item: reach(part, outer, configuration, () => undefined) ?? anyShape, path };
  };
  for (const condition of rule.when?.on === 'item' ? rule.when.conditions : []) {
    const { item, path } = itemOf('path' in condition ? condition.path : '');
    checkConditions(part, ['path' in condition ? { ...condition, path } : condition], item, report);
  }
  const itemPaths = [
    ...readPaths(rule.read, 'item.'),
    ...readPaths(rule.read, 'outer.').map((path) => `^.${path}`),
    ...Object.values(rule.properties ?? {}),
  ];
  for (const from of itemPaths) {
    const { item, path } = itemOf(from);
    reach(part, path, item, report);
  }
}

/** As {@link checkEdgeRule}, for a further identifier of a type. */
export function checkIdentifierRule(
  rule: IdentifierRule,
  type: TypeCollector,
  configuration: ModelShape,
  report: Report,
): void {
  const part = `identifier rule ${rule.kind} ${rule.path}`;
  checkValues(part, rule.path, type, configuration, report);
  for (const path of readPaths(rule.read, 'holder.')) reach(part, path, configuration, report);
}

function checkValues(
  part: string,
  path: string,
  { volatile = [] }: TypeCollector,
  configuration: ModelShape,
  report: Report,
): void {
  const stored = storedPath(path);
  const found = reach(part, stored, configuration, report);
  if (found?.kind === 'structure') report(part, `${stored} is a ${describe(found)}, which has no text`);
  if (found?.kind === 'list') report(part, `${stored} is a list, which needs []`);
  const moved = volatile.find((one) => stored === one || isBelow(stored, one));
  if (path === stored && moved !== undefined)
    report(part, `${path} is not in the configuration, because ${moved} is volatile`);
  if (path !== stored && moved === undefined) report(part, `${stored} is not volatile`);
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && /^[.[]/.test(path.slice(prefix.length));
}

/** `volatile.<path>` reads a value that is stored apart from the configuration. */
function storedPath(path: string): string {
  return path.replace(/^volatile\./, '');
}

/** Returns the path of the object that contains the last array or key of a path, or of the object `out` levels around it. */
function itemPath(path: string, out: number): string {
  const item = path.replace(/(?:\[\])+$/, '').replace(/(?:^|\.)(?:[^.[\]]+)$|\["[^"]+"\]$/, '');
  return out === 0 ? item : itemPath(item, out - 1);
}

function readPaths(read: EdgeRule['read'], prefix: string): readonly string[] {
  const texts = read === undefined ? [] : typeof read === 'string' ? [read] : read;
  return texts
    .flatMap(placeholdersOf)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
}

import type { ItemCondition } from '../../../domain/discovery/declaration/collector.ts';
import { describe } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';
import { reach } from './report.ts';
import type { Report } from './report.ts';

/** Reports conditions that no item can meet: on a path that does not exist, or with a value that the model does not have. */
export function checkConditions(
  part: string,
  conditions: readonly ItemCondition[],
  item: ModelShape,
  report: Report,
): void {
  for (const condition of conditions) {
    if ('tag' in condition) continue;
    const found = reach(part, condition.path, item, report);
    if ('equalsPath' in condition) reach(part, condition.equalsPath, item, report);
    if ('differsFromPath' in condition) reach(part, condition.differsFromPath, item, report);
    const values = 'equals' in condition ? [condition.equals] : 'noneOf' in condition ? condition.noneOf : [];
    for (const value of values) if (found) checkValue(part, condition.path, value, found, report);
  }
}

function checkValue(part: string, path: string, value: unknown, found: ModelShape, report: Report): void {
  const kind = { string: 'text', number: 'number', boolean: 'boolean' }[typeof value as string] ?? 'any';
  if (found.kind !== kind && found.kind !== 'any')
    report(part, `${path} is a ${describe(found)} and never equals ${JSON.stringify(value)}`);
  else if (found.kind === 'text' && found.values?.has(String(value)) === false)
    report(part, `${path} never equals ${JSON.stringify(value)}, only ${[...found.values].join(', ')}`);
}

import { MissingPath, shapeAt } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';

/** Reports a finding about one part of a declaration. */
export type Report = (part: string, why: string) => void;

/** Returns the shape at a path, or `undefined` after a finding. */
export function reach(part: string, path: string, shape: ModelShape, report: Report): ModelShape | undefined {
  try {
    return shapeAt(shape, path);
  } catch (error) {
    if (!(error instanceof MissingPath)) throw error;
    report(part, error.message);
    return undefined;
  }
}

/** Words of templates that are values of the scan, not paths of the item. */
export const scopeWords: ReadonlySet<string> = new Set(['account', 'region', 'partition', 'dnsSuffix']);

/** Returns the paths of the placeholders of a template, without their filters. */
export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, inside = '']) => inside.split('|')[0] ?? '');
}

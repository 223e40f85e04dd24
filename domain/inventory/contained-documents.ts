import { secretMark } from '../secrets/redact-secrets.ts';
import type { PropertyCondition, PropertyStep, PropertyValue } from './property-condition.ts';

/**
 * Returns what an index on contained JSON documents can find: groups of documents as JSON texts. If the condition holds for a
 * configuration, then the configuration contains one document of each group. Only equality has groups.
 */
export function containedDocuments(condition: PropertyCondition): readonly (readonly string[])[] {
  if (condition.kind === 'any') return [];
  const { kind, path } = condition;
  if (kind === 'element')
    return condition.conditions
      .flatMap(containedDocuments)
      .map((documents) => documents.map((document) => documentAt(path, document)));
  if (kind !== 'compare' || condition.operator !== '=') return [];
  return [equalDocuments(condition.values).map((document) => documentAt(path, document))];
}

/** Returns the JSON values, as texts, that equal one of the values. A redacted value equals nothing. */
export function equalDocuments(values: readonly PropertyValue[]): readonly string[] {
  return values
    .filter(({ text }) => !text.includes(secretMark))
    .flatMap(({ text, json, number }) => [
      JSON.stringify(text),
      ...(json === undefined ? [] : [number ?? JSON.stringify(json)]),
    ]);
}

function documentAt(path: readonly PropertyStep[], document: string): string {
  return path.reduceRight<string>(
    (inner, step) => (step === undefined ? `[${inner}]` : `{${JSON.stringify(step)}:${inner}}`),
    document,
  );
}

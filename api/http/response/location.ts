import { z } from 'zod';
import type { Operation } from '../operation.ts';

const runLocation = '/runs/{run_id}';

/** Returns the template of the path of the record that the operation creates, or of the run that it starts. */
export function locationTemplate({ location, success }: Operation): string | undefined {
  const [status, schema] = success;
  if (location !== undefined || status === 200) return location;
  return schema instanceof z.ZodObject && 'run_id' in schema.shape ? runLocation : undefined;
}

/** Returns the value of `Location` of a response, from its body. */
export function locationOf(operation: Operation, body: unknown): string | undefined {
  const template = locationTemplate(operation);
  if (template === undefined || typeof body !== 'object' || body === null) return undefined;
  return `/api/v1${template.replaceAll(/\{([\w.]+)\}/g, (_all, field: string) => String(valueAt(body, field)))}`;
}

function valueAt(body: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], body);
}

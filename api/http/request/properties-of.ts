import { propertyOf } from '../../../db/rows.ts';

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Fields of the API by their property: `scan_interval_minutes` is `scanIntervalMinutes`. */
export type PropertiesOf<Fields> = {
  [Name in keyof Fields as Name extends string ? CamelCase<Name> : Name]: Fields[Name];
};

/** Returns the fields of a request, named as the code names them. Values stay as they are. */
export function propertiesOf<Fields extends object>(fields: Fields): PropertiesOf<Fields> {
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => [propertyOf(name), value]);
  return Object.fromEntries(entries) as PropertiesOf<Fields>;
}

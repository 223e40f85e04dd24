import { withPropertyFaults } from '../../commands/inventory/resource-parameters.ts';
import type { ExportedValue } from '../../db/inventory/search/export-resources.ts';
import type { ResourceRow } from '../../db/inventory/search/resource-row.ts';
import { errors } from '../../domain/errors.ts';
import { propertyValueAt } from '../../domain/inventory/property-value.ts';
import type { Json } from '../../domain/json/json.ts';
import { defaultColumns, readColumn } from './export-formats.ts';
import type { ChosenColumn } from './export-formats.ts';

const maximumColumns = 50;

/** A column with the value of a tag or of the configuration. */
export interface ValueColumn {
  readonly name: string;
  readonly value: ExportedValue;
}

/**
 * Returns the columns of an export; all fields without names.
 * @throws CatalogueError `validation_failed` for an unknown or repeated column, a path with a fault, and more than 50 columns
 */
export function chosenColumns(names: readonly string[] | undefined): readonly ChosenColumn[] {
  if (names === undefined) return defaultColumns;
  if (names.length > maximumColumns)
    throw errors.validationFailed('columns', `must be given at most ${maximumColumns} times`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw errors.validationFailed('columns', `${repeated} is given twice`);
  return names.map((name) => {
    const column = withPropertyFaults('columns', () => readColumn(name));
    if (column === undefined) throw errors.validationFailed('columns', `${name} is no column`);
    return column;
  });
}

/**
 * Returns the columns of a search: values of tags and of the configuration. Fields are in every record already.
 * @throws CatalogueError `validation_failed` as {@link chosenColumns}, and for the name of a field
 */
export function valueColumns(names: readonly string[] = []): readonly ValueColumn[] {
  return chosenColumns(names).map(({ name, value }) => {
    if (value === undefined) throw errors.validationFailed('columns', `${name} is no tag and no property`);
    return { name, value };
  });
}

/** Returns the values of a resource by the names of the columns; columns without a value are left out. */
export function valuesOfColumns(
  columns: readonly ValueColumn[],
  { tags = {}, configuration = {} }: Pick<ResourceRow, 'tags' | 'configuration'>,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    columns.flatMap(({ name, value }) => {
      const found =
        'tag' in value
          ? Object.hasOwn(tags, value.tag)
            ? tags[value.tag]
            : undefined
          : propertyValueAt(configuration, value.path);
      return found === undefined || found === null ? [] : [[name, found] as const];
    }),
  );
}

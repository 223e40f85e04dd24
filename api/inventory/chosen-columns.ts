import { withPropertyFaults } from '../../commands/inventory/resource-parameters.ts';
import { errors } from '../../domain/errors.ts';
import { defaultColumns, readColumn } from './export-formats.ts';
import type { ChosenColumn } from './export-formats.ts';

const maximumColumns = 50;

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

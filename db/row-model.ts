import { Model } from 'objection';
import { rowOfRecord, toColumns } from './rows.ts';

/** The base of the models of tenant tables. Objects have the properties that the rows of `rowsOf` have. */
export class RowModel extends Model {
  static override idColumn: string | string[] = ['organization_id', 'id'];
  static override columnNameMappers = {
    parse: (row: object) => rowOfRecord<Record<string, unknown>>({ ...row }),
    format: toColumns,
  };
}

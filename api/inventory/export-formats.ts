import { csvLine } from '../../domain/inventory/csv.ts';
import { parsePropertyPath } from '../../domain/inventory/property-condition.ts';
import type { Json } from '../../domain/json/json.ts';
import { exportColumns } from '../../db/inventory/search/export-resources.ts';
import type { ExportColumn, ExportedRow, ExportedValue } from '../../db/inventory/search/export-resources.ts';

interface ExportFormat {
  readonly contentType: string;
  /** Text before the first row. */
  readonly header: string;
  line(row: ExportedRow): string;
}

/** A column of an export: a field of the record, or a value of its tags or its configuration. */
export interface ChosenColumn {
  readonly name: string;
  readonly field?: ExportColumn;
  readonly value?: ExportedValue;
}

export const defaultColumns: readonly ChosenColumn[] = exportColumns.map((name) => ({ name, field: name }));

/**
 * Reads the name of a column: a field, `tag:<key>` or `property:<path>`. Returns `undefined` for another name.
 * @throws PropertyFault for a path with a fault
 */
export function readColumn(name: string): ChosenColumn | undefined {
  if (name.startsWith('tag:')) return { name, value: { tag: name.slice('tag:'.length) } };
  if (name.startsWith('property:'))
    return { name, value: { path: parsePropertyPath(name.slice('property:'.length)) } };
  const field = exportColumns.find((column) => column === name);
  return field === undefined ? undefined : { name, field };
}

/** Returns how rows with these columns are written. */
export function exportFormat(format: 'csv' | 'ndjson', columns: readonly ChosenColumn[]): ExportFormat {
  return format === 'csv'
    ? {
        contentType: 'text/csv; charset=utf-8; header=present',
        header: csvLine(columns.map(({ name }) => name)),
        line: (row) => csvLine(cellsOf(row, columns).map(({ text }) => text ?? '')),
      }
    : { contentType: 'application/x-ndjson', header: '', line: (row) => jsonLine(row, columns) };
}

const jsonColumns: ReadonlySet<ExportColumn> = new Set([
  'shared_from',
  'tags',
  'unreadable',
  'owners',
  'applications',
  'configuration',
]);

interface Cell {
  readonly name: string;
  readonly text: string | undefined;
  readonly isJson: boolean;
}

function cellsOf(row: ExportedRow, columns: readonly ChosenColumn[]): readonly Cell[] {
  const values = row.values === undefined ? [] : (JSON.parse(row.values) as readonly Json[]);
  let next = 0;
  return columns.map(({ name, field }): Cell => {
    if (field !== undefined) return { name, text: row[field], isJson: jsonColumns.has(field) };
    const value = values[next] ?? null;
    next += 1;
    if (value === null) return { name, text: undefined, isJson: true };
    return typeof value === 'string'
      ? { name, text: value, isJson: false }
      : { name, text: JSON.stringify(value), isJson: true };
  });
}

/** Inserts columns that already are JSON unchanged; omits unknown values. */
function jsonLine(row: ExportedRow, columns: readonly ChosenColumn[]): string {
  const fields = cellsOf(row, columns).flatMap(({ name, text, isJson }) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${isJson ? text : JSON.stringify(text)}`],
  );
  return `{${fields.join(',')}}\n`;
}

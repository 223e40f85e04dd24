import { csvLine } from '../../domain/inventory/csv.ts';
import { exportColumns } from '../../db/inventory/search/export-resources.ts';
import type { ExportColumn, ExportedRow } from '../../db/inventory/search/export-resources.ts';

interface ExportFormat {
  readonly contentType: string;
  /** Text before the first row. */
  readonly header: string;
  line(row: ExportedRow): string;
}

export const exportFormats: Readonly<Record<'csv' | 'ndjson', ExportFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    header: csvLine(exportColumns),
    line: (row) => csvLine(exportColumns.map((column) => row[column] ?? '')),
  },
  ndjson: { contentType: 'application/x-ndjson', header: '', line: jsonLine },
};

const jsonColumns: ReadonlySet<ExportColumn> = new Set([
  'shared_from',
  'tags',
  'unreadable',
  'owners',
  'applications',
  'configuration',
]);

/** Inserts columns that already are JSON unchanged; omits unknown values. */
function jsonLine(row: ExportedRow): string {
  const fields = exportColumns.flatMap((column) => {
    const value = row[column];
    if (value === undefined) return [];
    return [`"${column}":${jsonColumns.has(column) ? value : JSON.stringify(value)}`];
  });
  return `{${fields.join(',')}}\n`;
}

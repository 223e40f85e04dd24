import { Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  render(row: T): ReactNode;
  /** Width in CSS units. */
  readonly width?: string;
  readonly align?: 'right';
  /** The value of `sort` for ascending; descending has `-` before it. */
  readonly sort?: string;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

/** A table of records. Each row has the id of its record. */
export function DataTable<T>({ label, columns, rows, idOf, sort, onSort }: DataTableProps<T>) {
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="data-table" aria-label={label}>
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} role="row" data-id={idOf(row)}>
              {columns.map((column) => (
                <td key={column.key} className={column.align === 'right' ? 'number' : undefined}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The header of a table; a column with `sort` is a button that turns the order. */
export function TableHead<T>({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly Column<T>[];
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
}) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const order =
            column.sort === undefined || onSort === undefined
              ? undefined
              : sort === column.sort
                ? 'ascending'
                : sort === `-${column.sort}`
                  ? 'descending'
                  : 'none';
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={order}
              style={{ width: column.width }}
              className={column.align === 'right' ? 'number' : undefined}
            >
              {order === undefined ? (
                column.header
              ) : (
                <button
                  type="button"
                  className="sort-button"
                  onClick={() => onSort?.(order === 'ascending' ? `-${column.sort}` : String(column.sort))}
                >
                  {column.header}
                  {order === 'ascending' ? <IconArrowUp size={13} aria-hidden /> : null}
                  {order === 'descending' ? <IconArrowDown size={13} aria-hidden /> : null}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Loads the next page of a list. */
export function LoadMore({
  shown,
  total,
  hasMore,
  isLoading,
  onLoad,
}: {
  readonly shown: number;
  readonly total?: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}) {
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {total === undefined ? `${shown} shown` : `${shown} of ${total}`}
      </Text>
      {hasMore ? (
        <Button size="xs" variant="default" loading={isLoading} onClick={onLoad}>
          Show more
        </Button>
      ) : null}
    </Group>
  );
}

import type { Column } from './data-table.tsx';
import { InventoryText } from './inventory-text.tsx';
import { formatCount } from './numbers.ts';
import { PageLink } from './page-link.tsx';
import { StatusMark } from './status-mark.tsx';
import { TimeText } from './time-text.tsx';

/** Makes the usual columns of a table of `T`. */
export interface ColumnMaker<T> {
  /** A text of the inventory. */
  text(
    header: string,
    textOf: (row: T) => string | undefined,
    options?: { readonly code?: boolean; readonly width?: string },
  ): Column<T>;
  /** A link to the page of the record; without a page, the text. */
  link(
    header: string,
    textOf: (row: T) => string | undefined,
    pageOf: (row: T) => string | undefined,
  ): Column<T>;
  status(header: string, statusOf: (row: T) => string | undefined): Column<T>;
  time(header: string, timeOf: (row: T) => string | undefined, missing?: string): Column<T>;
  count(header: string, countOf: (row: T) => number): Column<T>;
}

export function columnMaker<T>(): ColumnMaker<T> {
  return {
    text: (header, textOf, options = {}) => ({
      key: header,
      header,
      render: (row) => <InventoryText text={textOf(row)} {...options} />,
    }),
    link: (header, textOf, pageOf) => ({
      key: header,
      header,
      render: (row) => {
        const to = pageOf(row);
        const text = <InventoryText text={textOf(row)} />;
        return to === undefined ? text : <PageLink to={to}>{text}</PageLink>;
      },
    }),
    status: (header, statusOf) => ({
      key: header,
      header,
      render: (row) => <StatusMark value={statusOf(row)} />,
    }),
    time: (header, timeOf, missing = 'never') => ({
      key: header,
      header,
      render: (row) => <TimeText at={timeOf(row)} missing={missing} />,
    }),
    count: (header, countOf) => ({
      key: header,
      header,
      align: 'right',
      render: (row) => formatCount(countOf(row)),
    }),
  };
}

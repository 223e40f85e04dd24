import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { DiscoveredResource } from '../../api-client/api-types.ts';
import { TableHead } from '../shared/data-table.tsx';
import type { Column } from '../shared/data-table.tsx';

const rowHeight = 36;
const rowsAhead = 60;

/** A table of which only the visible rows are elements. It loads forward as one scrolls. */
export function ResourceTable({
  rows,
  total,
  columns,
  sort,
  onSort,
  hasKeys,
  hasMore,
  isLoading,
  onLoad,
}: {
  readonly rows: readonly DiscoveredResource[];
  readonly total: number;
  readonly columns: readonly Column<DiscoveredResource>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Whether j, k and Enter move in the list while it has the focus. */
  readonly hasKeys: boolean;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const navigate = useNavigate();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = virtualizer.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && lastVisible > rows.length - rowsAhead) onLoad();
  }, [hasMore, isLoading, lastVisible, rows.length, onLoad]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max((chosen ?? -1) + step, 0), rows.length - 1);
      setChosen(next);
      virtualizer.scrollToIndex(next);
    }
    const row = chosen === undefined ? undefined : rows[chosen];
    if (event.key === 'Enter' && event.target === scroller.current && row !== undefined)
      void navigate({ to: `/resources/${row.id}` });
  };
  const before = visible[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      className="table-scroll virtual-scroll"
      role="region"
      aria-label="List of resources"
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <table
        className="data-table"
        aria-label="Resources"
        aria-rowcount={total + 1}
        style={{ minWidth: `${Math.max(40, columns.length * 8.5)}rem` }}
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          <Spacer height={before} span={columns.length} />
          {visible.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <ResourceRow
                key={row.id}
                row={row}
                index={index}
                columns={columns}
                isChosen={index === chosen}
              />
            );
          })}
          <Spacer height={after} span={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** A scroll changes few of the visible rows; the others are not rendered again. */
const ResourceRow = memo(function ResourceRow({
  row,
  index,
  columns,
  isChosen,
}: {
  readonly row: DiscoveredResource;
  readonly index: number;
  readonly columns: readonly Column<DiscoveredResource>[];
  readonly isChosen: boolean;
}) {
  return (
    <tr
      role="row"
      data-id={row.id}
      aria-rowindex={index + 2}
      className={isChosen ? 'chosen' : undefined}
      aria-selected={isChosen ? true : undefined}
    >
      {columns.map((column) => (
        <td key={column.key}>{column.render(row)}</td>
      ))}
    </tr>
  );
});

/** Takes the place of the rows that are not visible. */
function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  return height <= 0 ? null : (
    <tr className="spacer-row" aria-hidden>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

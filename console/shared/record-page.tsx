import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { paths } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import type { Answer } from '../http/queries.ts';
import { InventoryText } from './inventory-text.tsx';
import { Loaded, PageFrame, stateOf } from './page-frame.tsx';

/** The page of one record: GET `path` with the `id` of the address. */
export function RecordPage<P extends keyof paths>({
  route,
  path,
  kind,
  nameOf,
  actions,
  children,
}: {
  readonly route: string;
  readonly path: P;
  /** The title while the record loads. */
  readonly kind: string;
  readonly nameOf: (record: Answer<P>) => string;
  readonly actions?: (record: Answer<P>) => ReactNode;
  readonly children: (record: Answer<P>) => ReactNode;
}) {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(getting(path, { path: { id } }));
  const record = query.data;
  const name = record === undefined ? kind : nameOf(record);
  return (
    <PageFrame
      route={route}
      title={<InventoryText text={name} />}
      documentTitle={name.slice(0, 80)}
      state={stateOf(query)}
      actions={record === undefined ? undefined : actions?.(record)}
    >
      <Loaded query={query}>{record === undefined ? null : children(record)}</Loaded>
    </PageFrame>
  );
}

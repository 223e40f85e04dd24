import { UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CoverageCell, CoverageOutcome } from '../../api-client/api-types.ts';
import { listedRecords, listing } from '../http/queries.ts';
import { useNextPages } from '../http/use-next-pages.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatNumberOf } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { useAddress } from '../shared/use-address.ts';
import { choicesOf } from '../shared/choices.ts';

/** The worst outcome of a cell is the one that a person should see. */
const worstFirst: readonly CoverageOutcome[] = [
  'error',
  'denied',
  'not_permitted',
  'blocked_by_scp',
  'throttled',
  'never',
  'unsupported',
  'complete',
];
const pageSize = 200;
const maximumPages = 25;

/** What to do about an outcome. */
const advice: Readonly<Record<string, string>> = {
  denied: 'Upgrade the role template of the connection, or add the missing permission of the account.',
  not_permitted: 'The account has not enabled the service, or a policy of the role does not permit it.',
  blocked_by_scp: 'A service control policy of the AWS organization denies the call. Ask its administrator.',
  throttled: 'AWS limited the calls. The next scan reads it again; a longer scan interval helps.',
  error: 'The call failed. Repeat the task on the page of the scan; the error has the reason.',
  never: 'The first scan has not reached it.',
  unsupported: 'AWS does not offer the type in the region.',
};

export function CoveragePage() {
  const address = useAddress();
  const query = useInfiniteQuery(listing('/api/v1/discovery/coverage', { query: { limit: pageSize } }));
  const isWanted = (query.data?.pages.length ?? 0) < maximumPages;
  useNextPages(query, isWanted);
  const isReading = isWanted && query.hasNextPage && !query.isError;
  const cells = listedRecords<'/api/v1/discovery/coverage'>(query.data?.pages);
  const outcome = address.one('outcome');
  return (
    <PageFrame
      route="/coverage"
      title="Coverage"
      intro="What was read of each account and service, and why something was not."
      state={stateOf(query, cells.length === 0)}
    >
      <Loaded query={query}>
        <HeatMap cells={cells} isReading={isReading} isComplete={!query.hasNextPage} />
        {query.isError ? <FailureNote error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.hasNextPage && !isReading ? (
          <p className="missing">The picture shows the first {formatNumberOf(cells.length, 'cell')}.</p>
        ) : null}
      </Loaded>
      {outcome === undefined || advice[outcome] === undefined ? null : (
        <section className="panel" aria-live="polite">
          <h2>What to do</h2>
          <p>
            <StatusMark value={outcome} />: {advice[outcome]}
          </p>
        </section>
      )}
      <RecordList
        path="/api/v1/discovery/coverage"
        label="Coverage"
        empty="No account was scanned yet."
        idOf={(row) => `${row.aws_account_id} ${row.region} ${row.resource_type}`}
        filters={[
          { key: 'outcome', label: 'Outcome', options: choicesOf.coverageOutcome },
          { key: 'resource_type', label: 'Type' },
          { key: 'region', label: 'Region' },
          { key: 'account_id', label: 'Account number' },
        ]}
        columns={(column) => [
          column.text('Account', (row) => row.account_name ?? row.account_id),
          column.text('Region', ({ region }) => region),
          column.text('Type', (row) => row.resource_type),
          column.status('Outcome', (row) => row.outcome),
          column.text('Reason', ({ error }) => error),
          column.time('Last complete', (row) => row.last_complete_at),
          column.time('Last attempt', (row) => row.last_attempt_at),
        ]}
      />
    </PageFrame>
  );
}

function HeatMap({
  cells,
  isReading,
  isComplete,
}: {
  readonly cells: readonly CoverageCell[];
  /** Whether more cells follow. */
  readonly isReading: boolean;
  /** Whether these are all cells. */
  readonly isComplete: boolean;
}) {
  const address = useAddress();
  const serviceOf = ({ resource_type: type }: CoverageCell) => type.split('::')[1] ?? type;
  const accounts = [...new Map(cells.map((cell) => [cell.account_id, cell.account_name ?? cell.account_id]))];
  const byService = [...Map.groupBy(cells, serviceOf)].toSorted(([one], [other]) => one.localeCompare(other));
  const gaps = byService.filter(([, members]) =>
    members.some(({ outcome }) => !['complete', 'unsupported'].includes(outcome)),
  );
  const shown = address.one('all') === undefined && gaps.length > 0 ? gaps : byService;
  if (cells.length === 0) return null;
  return (
    <section className="panel">
      <h2>
        {isReading
          ? 'Loading the ledger …'
          : gaps.length > 0
            ? `${gaps.length} of ${byService.length} services have gaps`
            : isComplete
              ? 'Everything was read'
              : 'No service of the cells shown has gaps'}
      </h2>
      <div className="table-scroll" role="region" aria-label="Heat map of accounts and services" tabIndex={0}>
        <table className="data-table" aria-label="Accounts and services">
          <thead>
            <tr>
              <th scope="col">Service</th>
              {accounts.map(([id, name]) => (
                <th key={id} scope="col">
                  <InventoryText text={name} width="9rem" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(([service, members]) => (
              <tr key={service}>
                <th scope="row">{service}</th>
                {accounts.map(([id]) => {
                  const own = members.filter((cell) => cell.account_id === id);
                  const worst = worstFirst.find((outcome) => own.some((cell) => cell.outcome === outcome));
                  return (
                    <td key={id}>
                      {worst === undefined ? (
                        <span className="missing">–</span>
                      ) : (
                        <UnstyledButton
                          aria-label={`${service}: ${worst}`}
                          onClick={() => address.set({ outcome: worst, account_id: id })}
                        >
                          <StatusMark value={worst} />
                        </UnstyledButton>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {gaps.length === 0 || gaps.length === byService.length ? null : (
        <UnstyledButton
          className="page-link"
          onClick={() => address.set({ all: address.one('all') === undefined ? '1' : undefined })}
        >
          {address.one('all') === undefined ? 'Show all services' : 'Show the gaps only'}
        </UnstyledButton>
      )}
    </section>
  );
}

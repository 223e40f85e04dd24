import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../api-client/api-types.ts';
import { ChangeEntries } from '../changes/change-entries.tsx';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { BarRows } from '../shared/bar-rows.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { formatCount, plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { ActivityTrends } from './activity-trends.tsx';
import { CoverageBar } from './coverage-bar.tsx';
import { CoverageTrend } from './coverage-trend.tsx';

const refetchMilliseconds = 30_000;

export function OverviewPage() {
  const query = useQuery({ ...getting('/api/v1/overview'), refetchInterval: refetchMilliseconds });
  const overview = query.data;
  const isNew = overview?.accounts.total === 0;
  return (
    <PageFrame
      route="/"
      title="Overview"
      state={stateOf(query, isNew)}
      intro={<FreshnessNote freshness={overview?.freshness} />}
    >
      <Loaded query={query}>
        {overview === undefined ? null : isNew ? <FirstStep /> : <Figures overview={overview} />}
      </Loaded>
    </PageFrame>
  );
}

function FirstStep() {
  const { can } = useSession();
  return (
    <section className="panel" aria-label="Next step">
      <h2>Connect AWS</h2>
      <Text mb="sm">
        The inventory is empty: no AWS account is connected yet. A connection needs one role that can only
        read; the steps are shown and followed one by one.
      </Text>
      {can('connections:manage') ? (
        <Button component={Link} to="/connections/new">
          Connect AWS
        </Button>
      ) : (
        <Text c="dimmed">Ask an administrator of the organization to connect an account.</Text>
      )}
    </section>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { can } = useSession();
  const { accounts, resources, coverage, changes, scans } = overview;
  const issues = useQuery({
    ...getting('/api/v1/ownership/issues', { query: { status: 'open', limit: 200 } }),
    enabled: can('ownership:read'),
  });
  const drift = useQuery({
    ...getting('/api/v1/drift', { query: { limit: 1 } }),
    enabled: can('mapping:read'),
  });
  const unexplained = useQuery({
    ...getting('/api/v1/changes', { query: { explained: 'false', since: daysAgo(7), limit: 200 } }),
    enabled: can('changes:read'),
  });
  const runs = useQuery({
    ...getting('/api/v1/runs', { query: { status: ['queued', 'running'], limit: 10 } }),
    refetchInterval: 5000,
  });
  const newest = useQuery({
    ...getting('/api/v1/changes', { query: { limit: 8 } }),
    enabled: can('changes:read'),
  });
  return (
    <>
      <div className="tiles">
        <Tile name="Resources" to="/resources" figure={formatCount(resources.total)}>
          {formatCount(changes.last_24h)} changes in 24 hours
        </Tile>
        {can('mapping:read') ? (
          <Tile
            name="Drifted resources"
            to="/drift"
            figure={drift.data === undefined ? '…' : formatCount(drift.data.total)}
          >
            differ from their code
          </Tile>
        ) : null}
        {can('changes:read') ? (
          <Tile
            name="Unexplained changes"
            to="/changes"
            search={{ explained: 'false' }}
            figure={atLeast(unexplained.data)}
          >
            of {formatCount(changes.last_7d)} in 7 days
          </Tile>
        ) : null}
        {can('ownership:read') ? (
          <Tile
            name="Ownership issues"
            to="/ownership"
            search={{ tab: 'issues' }}
            figure={atLeast(issues.data)}
          >
            open
          </Tile>
        ) : null}
        <Tile name="Accounts" to="/accounts" figure={formatCount(accounts.total)}>
          <span className="legend">
            {accounts.by_status.map(({ value, count }) => (
              <span key={value}>
                <StatusMark value={value} /> {formatCount(count)}
              </span>
            ))}
          </span>
        </Tile>
      </div>
      <ActivityTrends />
      <div className="panels">
        <section className="panel">
          <h2>Managed by code</h2>
          <CoverageBar coverage={coverage} />
          {can('mapping:read') ? <CoverageTrend /> : null}
        </section>
        <section className="panel">
          <h2>Running work</h2>
          {(runs.data?.items ?? []).length === 0 ? (
            <Text c="dimmed">
              Nothing runs. Last scan finished <TimeText at={scans.last_finished_at} />.
            </Text>
          ) : (
            <ul className="entries">
              {runs.data?.items.map((run) => (
                <li key={run.run_id} className="entry-line">
                  <StatusMark value={run.status} /> {plainWords(run.kind)}{' '}
                  <TimeText at={run.started_at ?? run.created_at} />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="panel">
          <h2>Largest types</h2>
          <BarRows
            label="Resources by type"
            rows={resources.by_type
              .slice(0, 8)
              .map(({ value, count }) => ({
                key: value,
                name: value,
                count,
                to: '/resources',
                search: { resource_type: value },
              }))}
          />
        </section>
        <section className="panel">
          <h2>Regions</h2>
          <BarRows
            label="Resources by region"
            rows={resources.by_region
              .slice(0, 8)
              .map(({ value, count }) => ({
                key: value,
                name: value,
                count,
                to: '/resources',
                search: { region: value },
              }))}
          />
        </section>
      </div>
      {can('changes:read') ? (
        <section className="panel">
          <h2>Newest changes</h2>
          <ChangeEntries changes={newest.data?.items ?? []} />
          <PageLink to="/changes">All changes</PageLink>
        </section>
      ) : null}
    </>
  );
}

function Tile({
  name,
  figure,
  to,
  search,
  children,
}: {
  readonly name: string;
  readonly figure: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel tile">
      <h2>{name}</h2>
      <PageLink to={to} {...(search === undefined ? {} : { search })} label={`${name}: ${figure}`}>
        <span className="figure">{figure}</span>
      </PageLink>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </section>
  );
}

/** The number of records of a list without a total: exact below one page. */
function atLeast(
  list: { readonly items: readonly unknown[]; readonly next_cursor?: string } | undefined,
): string {
  if (list === undefined) return '…';
  return `${list.next_cursor === undefined ? '' : 'over '}${formatCount(list.items.length)}`;
}

/** Midnight, so that the query keeps its key for a day. */
function daysAgo(days: number): string {
  const date = new Date();
  date.setUTCHours(0, 0, 0, 0);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString();
}

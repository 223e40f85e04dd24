import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatBounds, formatCount, formatNumberOf, plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { CoverageHistory } from './coverage-history.tsx';
import { ImportBlocksDialog } from './import-blocks-dialog.tsx';

export function MappingPage() {
  const query = useQuery(getting('/api/v1/mapping/summary'));
  const summary = query.data;
  return (
    <PageFrame
      route="/mapping"
      title="Mapping to code"
      intro={<FreshnessNote freshness={summary?.freshness} />}
      state={stateOf(query)}
    >
      <Loaded query={query}>
        {summary === undefined ? null : (
          <>
            <div className="panels">
              <section className="panel">
                <h2>Coverage</h2>
                <p>
                  <strong>
                    {formatBounds(summary.coverage_percent.lower, summary.coverage_percent.upper)}
                  </strong>{' '}
                  of {formatCount(summary.eligible)} resources that code can manage:{' '}
                  {formatCount(summary.managed)} managed, {formatCount(summary.unmanaged)} not managed,{' '}
                  {formatCount(summary.unscanned)} unknown, {formatCount(summary.managed_missing)} only in a
                  state.
                </p>
                <CoverageHistory />
              </section>
              <section className="panel">
                <h2>Why resources are unknown</h2>
                <RecordList
                  path="/api/v1/mapping/evidence"
                  given={{ query: { limit: 20 } }}
                  label="Reasons"
                  empty="Every state and repository was read."
                  idOf={(row) => `${row.aws_account_id} ${row.kind} ${row.id ?? row.name}`}
                  columns={(column) => [
                    column.text('Account', (row) => row.account_name ?? row.account_id),
                    column.text('Reason', ({ kind }) => plainWords(kind)),
                    column.text('What', ({ name, path }) =>
                      [name, path].filter((text) => text !== undefined).join(' '),
                    ),
                  ]}
                />
              </section>
            </div>
            <div className="panels">
              <CoverageTable
                of="Account"
                rows={summary.by_account.map((row) => ({
                  ...row,
                  key: row.aws_account_id,
                  name: row.account_name ?? row.account_id,
                  filter: { aws_account_id: row.aws_account_id },
                }))}
              />
              <CoverageTable
                of="Type"
                rows={summary.by_type.map((row) => ({
                  ...row,
                  key: row.resource_type,
                  name: row.resource_type,
                  filter: { resource_type: row.resource_type },
                }))}
              />
            </div>
          </>
        )}
      </Loaded>
      <Unmanaged />
    </PageFrame>
  );
}

/** The API takes no more at once. */
const maximumChosen = 100;
const pollMilliseconds = 2000;

/** What became of a requested pull request. The run goes on when the page is left. */
function PullRequestProgress({ run, skipped }: { readonly run: string; readonly skipped: number }) {
  const query = useQuery({
    ...getting('/api/v1/runs/{run_id}', { path: { run_id: run } }),
    refetchInterval: ({ state }) =>
      ['succeeded', 'failed', 'cancelled'].includes(state.data?.status ?? '') ? false : pollMilliseconds,
  });
  return (
    <div aria-live="polite">
      <p>
        The pull request is being opened: <StatusMark value={query.data?.status ?? 'queued'} />
      </p>
      {query.data?.error === undefined ? null : <p>{query.data.error}</p>}
      <p>
        Skipped: {formatNumberOf(skipped, 'resource')}. The page of its repository lists the pull request.
      </p>
    </div>
  );
}

interface CoverageRow {
  readonly key: string;
  readonly name: string;
  readonly managed: number;
  readonly unmanaged: number;
  readonly coverage_percent: { readonly lower: number | null; readonly upper: number | null };
  readonly filter: Readonly<Record<string, string>>;
}

const shownRows = 12;

/** The coverage of accounts or types, the most unmanaged first, as the API sorts them. */
function CoverageTable({ of, rows }: { readonly of: string; readonly rows: readonly CoverageRow[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <section className="panel">
      <h2>By {of.toLowerCase()}</h2>
      <DataTable
        label={`Coverage by ${of.toLowerCase()}`}
        rows={isWhole ? rows : rows.slice(0, shownRows)}
        idOf={({ key }) => key}
        columns={[
          { key: 'name', header: of, render: ({ name }) => <InventoryText text={name} /> },
          {
            key: 'percent',
            header: 'Coverage',
            render: (row) => formatBounds(row.coverage_percent.lower, row.coverage_percent.upper),
          },
          {
            key: 'unmanaged',
            header: 'Not managed',
            align: 'right',
            render: (row) => (
              <PageLink to="/resources" search={{ ...row.filter, management_state: 'unmanaged' }}>
                {formatCount(row.unmanaged)}
              </PageLink>
            ),
          },
          { key: 'managed', header: 'Managed', align: 'right', render: (row) => formatCount(row.managed) },
        ]}
      />
      {rows.length > shownRows ? (
        <Button size="compact-xs" variant="subtle" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${formatCount(rows.length)}`}
        </Button>
      ) : null}
    </section>
  );
}

function Unmanaged() {
  const { can } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const projects = useQuery({
    ...getting('/api/v1/iac-projects', { query: { limit: 200, kind: 'root' } }),
    enabled: can('iac_projects:manage'),
  });
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id)
        ? new Set([...before].filter((other) => other !== id))
        : new Set([...before, id].slice(0, maximumChosen)),
    );
  return (
    <section className="panel">
      <h2>Not managed by code</h2>
      <Group mb="sm">
        <ImportBlocksDialog ids={[...chosen]} />
        {can('iac_projects:manage') && chosen.size > 0 ? (
          <FormDialog
            button={`Draft pull request (${chosen.size})`}
            variant="default"
            title="Open a draft pull request with import blocks"
            submit="Open"
            refresh={[]}
            fields={[
              {
                name: 'iac_project_id',
                label: 'Project',
                kind: 'choice',
                required: true,
                options: (projects.data?.items ?? []).map(({ id, path }) => ({ value: id, label: path })),
              },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/mapping/import-pull-requests', {
                  body: { iac_project_id: values.text('iac_project_id'), resource_ids: [...chosen] },
                }),
              )
            }
            result={({ run_id: run, skipped }) => <PullRequestProgress run={run} skipped={skipped.length} />}
          />
        ) : null}
        {chosen.size === 0 ? (
          <Text size="sm" c="dimmed">
            Choose rows to write them as code; at most {maximumChosen}.
          </Text>
        ) : (
          <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
            Choose none
          </Button>
        )}
      </Group>
      <RecordList
        path="/api/v1/resources"
        given={{
          query: { management_state: 'unmanaged', sort: 'resource_type', fields: 'summary', facets: false },
        }}
        label="Resources that no code manages"
        empty="Every resource that code can manage is managed, or its state was not read."
        filters={[
          { key: 'resource_type', label: 'Type' },
          { key: 'q', label: 'Name' },
        ]}
        columns={(column) => [
          {
            key: 'choose',
            header: 'Choose',
            render: ({ id, name, native_id: native }) => (
              <Checkbox
                size="xs"
                aria-label={`Choose ${name ?? native}`}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
            ),
          },
          column.link(
            'Resource',
            (row) => row.name ?? row.native_id,
            ({ id }) => `/resources/${id}`,
          ),
          column.text('Type', (row) => row.resource_type),
          column.text('Account', (row) => row.account_name ?? row.account_id),
          column.text('Region', ({ region }) => region),
          column.time('Changed', (row) => row.last_changed_at),
        ]}
      />
    </section>
  );
}

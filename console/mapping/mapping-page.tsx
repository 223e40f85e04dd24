import { Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { CoverageTrend } from '../inventory/coverage-trend.tsx';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatBounds, formatCount, plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
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
                <CoverageTrend />
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
            <section className="panel">
              <h2>By account</h2>
              <DataTable
                label="Coverage by account"
                rows={summary.by_account}
                idOf={(row) => row.aws_account_id}
                columns={[
                  {
                    key: 'account',
                    header: 'Account',
                    render: (row) => <InventoryText text={row.account_name ?? row.account_id} />,
                  },
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
                      <PageLink
                        to="/resources"
                        search={{ aws_account_id: row.aws_account_id, management_state: 'unmanaged' }}
                      >
                        {formatCount(row.unmanaged)}
                      </PageLink>
                    ),
                  },
                  {
                    key: 'managed',
                    header: 'Managed',
                    align: 'right',
                    render: (row) => formatCount(row.managed),
                  },
                ]}
              />
            </section>
          </>
        )}
      </Loaded>
      <Unmanaged />
    </PageFrame>
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
    setChosen(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <section className="panel">
      <h2>Not managed by code</h2>
      <Group mb="sm">
        <ImportBlocksDialog ids={[...chosen].slice(0, 100)} />
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
                  body: {
                    iac_project_id: values.text('iac_project_id'),
                    resource_ids: [...chosen].slice(0, 100),
                  },
                }),
              )
            }
            result={({ skipped }) => (
              <p>The pull request is being opened. {skipped.length} resources are skipped.</p>
            )}
          />
        ) : null}
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

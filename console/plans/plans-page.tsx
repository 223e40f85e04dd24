import { ListPage } from '../shared/list-page.tsx';

export function PlansPage() {
  return (
    <ListPage
      route="/plans"
      title="Plans"
      path="/api/v1/plans"
      label="Plans"
      empty="No plan was reported. CI reports them with an ingest token: POST /ingest/plans."
      filters={[
        { key: 'commit_sha', label: 'Commit' },
        { key: 'since', label: 'Since', kind: 'time' },
        { key: 'until', label: 'Until', kind: 'time' },
      ]}
      columns={(column) => [
        column.link(
          'Plan',
          (row) => row.commit_sha?.slice(0, 12) ?? row.id.slice(-12),
          ({ id }) => `/plans/${id}`,
        ),
        column.text('Tool', ({ tool, tool_version: version }) =>
          [tool, version].filter((text) => text !== undefined).join(' '),
        ),
        column.count('Create', ({ summary }) => summary.create),
        column.count('Update', ({ summary }) => summary.update),
        column.count('Replace', ({ summary }) => summary.replace),
        column.count('Delete', ({ summary }) => summary.delete),
        column.count('Known resources', ({ impact }) => impact.resources),
        column.count('Risks', ({ impact }) => impact.risks?.length ?? 0),
        column.time('Reported', (row) => row.created_at),
      ]}
    />
  );
}

import { ListPage } from '../shared/list-page.tsx';
import { choicesOf } from '../shared/choices.ts';

export function ExecutionsPage() {
  return (
    <ListPage
      route="/executions"
      title="Executions"
      path="/api/v1/executions"
      label="Executions"
      empty="No run of Terraform was reported. CI reports them with an ingest token: POST /ingest/executions."
      filters={[
        { key: 'kind', label: 'Kind', options: choicesOf.executionKind },
        { key: 'status', label: 'Status', options: choicesOf.executionStatus },
        { key: 'commit_sha', label: 'Commit' },
        { key: 'since', label: 'Since', kind: 'time' },
      ]}
      columns={(column) => [
        column.link(
          'Execution',
          (row) => row.external_id,
          ({ id }) => `/executions/${id}`,
        ),
        column.text('Kind', ({ kind }) => kind),
        column.status('Status', ({ status }) => status),
        column.text('Project', (row) => row.project_path),
        column.text('Branch', ({ branch }) => branch),
        column.text('By', ({ actor }) => actor),
        column.time('Started', (row) => row.started_at, '–'),
        column.time('Finished', (row) => row.finished_at, '–'),
      ]}
    />
  );
}

import { ListPage } from '../shared/list-page.tsx';

export function AssistantAuditLogPage() {
  return (
    <ListPage
      route="/settings/ai-audit-log"
      title="Audit log of the assistant"
      path="/api/v1/ai/audit-log"
      label="Audit log of the assistant"
      empty="Nobody has asked the assistant."
      filters={[
        { key: 'kind', label: 'Kind', options: ['turn', 'tool_call'] },
        { key: 'tool', label: 'Tool' },
        { key: 'since', label: 'Since', kind: 'time' },
      ]}
      columns={(column) => [
        column.time('When', (row) => row.occurred_at),
        column.text('Kind', ({ kind }) => kind),
        column.text('Model', ({ model }) => model),
        column.text('Tool', ({ tool }) => tool),
        column.text(
          'Arguments',
          (row) => (row.arguments === undefined ? undefined : JSON.stringify(row.arguments)),
          { code: true },
        ),
        column.count('Rows', (row) => row.row_count ?? 0),
        column.count('Milliseconds', (row) => row.duration_ms),
        column.status('Status', ({ status }) => status),
      ]}
    />
  );
}

import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { choicesOf } from '../shared/choices.ts';

const refetchMilliseconds = 5000;

export function ScansPage() {
  const { can } = useSession();
  return (
    <ListPage
      route="/scans"
      title="Scans"
      path="/api/v1/scans"
      label="Scans"
      empty="No scan has run. The first one starts by itself when an account is connected."
      refetchInterval={refetchMilliseconds}
      actions={
        can('scans:run') ? (
          <ActionButton
            refresh={['/api/v1/scans']}
            done="The scan was started"
            run={() => dataOf(client.POST('/api/v1/scans', { body: {} }))}
          >
            Scan all accounts
          </ActionButton>
        ) : undefined
      }
      filters={[
        { key: 'status', label: 'Status', options: choicesOf.scanStatus },
        { key: 'trigger', label: 'Trigger', options: choicesOf.scanTrigger },
      ]}
      columns={(column) => [
        column.link(
          'Scan',
          ({ scope }) => scope.account_name ?? scope.account_id ?? 'all accounts',
          ({ id }) => `/scans/${id}`,
        ),
        column.text('Trigger', ({ trigger }) => trigger),
        column.status('Status', ({ status }) => status),
        column.text(
          'Progress',
          ({ progress: { tasks_done: done, tasks_total: total } }) => `${done} of ${total}`,
        ),
        column.count('Failed', ({ progress }) => progress.tasks_failed),
        column.count('Seen', ({ counts }) => counts.seen),
        column.count('Created', ({ counts }) => counts.created),
        column.count('Updated', ({ counts }) => counts.updated),
        column.count('Deleted', ({ counts }) => counts.deleted),
        column.time('Started', (row) => row.started_at, 'waiting'),
        column.time('Finished', (row) => row.finished_at, '–'),
      ]}
    />
  );
}

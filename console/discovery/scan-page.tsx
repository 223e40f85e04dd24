import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { formatCount } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

const pollMilliseconds = 2500;
const refreshed = ['/api/v1/scans/{id}', '/api/v1/scans/{id}/tasks'];

export function ScanPage() {
  const { id = '' } = useParams({ strict: false });
  const { can } = useSession();
  const query = useQuery({
    ...getting('/api/v1/scans/{id}', { path: { id } }),
    refetchInterval: ({ state }) =>
      ['queued', 'running'].includes(state.data?.status ?? 'queued') ? pollMilliseconds : false,
  });
  const scan = query.data;
  const isRunning = scan !== undefined && ['queued', 'running'].includes(scan.status);
  return (
    <PageFrame
      route="/scans/{id}"
      title="Scan"
      state={stateOf(query)}
      actions={
        isRunning && can('scans:run') ? (
          <ActionButton
            refresh={refreshed}
            confirm="The scan stops. Accounts and types that it has not read keep their earlier state."
            run={() => dataOf(client.POST('/api/v1/scans/{id}/cancel', { params: { path: { id } } }))}
          >
            Cancel the scan
          </ActionButton>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {scan === undefined ? null : (
          <>
            <section className="panel" aria-label="Progress">
              <Progress
                value={(100 * scan.progress.tasks_done) / Math.max(1, scan.progress.tasks_total)}
                aria-label={`${scan.progress.tasks_done} of ${scan.progress.tasks_total} tasks`}
                mb="sm"
              />
              <Facts
                facts={[
                  ['Status', <StatusMark key="status" value={scan.status} />],
                  [
                    'Tasks',
                    `${formatCount(scan.progress.tasks_done)} of ${formatCount(scan.progress.tasks_total)}, ${formatCount(scan.progress.tasks_failed)} failed`,
                  ],
                  [
                    'Resources',
                    `${formatCount(scan.counts.seen)} seen, ${formatCount(scan.counts.created)} created, ${formatCount(scan.counts.updated)} updated, ${formatCount(scan.counts.deleted)} deleted`,
                  ],
                  ['Trigger', scan.trigger],
                  ['Started', <TimeText key="started" at={scan.started_at} missing="waiting" />],
                  [
                    'Finished',
                    scan.finished_at === undefined ? undefined : (
                      <TimeText key="finished" at={scan.finished_at} />
                    ),
                  ],
                  ['Error', scan.error],
                ]}
              />
            </section>
            {scan.failures.length === 0 ? null : (
              <section className="panel">
                <h2>What was not read</h2>
                <ul className="entries">
                  {scan.failures.map((failure) => (
                    <li key={`${failure.task_id} ${failure.resource_type}`} className="entry-line">
                      <StatusMark value={failure.outcome} /> {failure.resource_type}{' '}
                      <span className="missing">
                        {failure.account_name ?? failure.account_id} · {failure.region}
                      </span>
                      <Text size="sm">{failure.error}</Text>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <RecordList
              path="/api/v1/scans/{id}/tasks"
              given={{ path: { id }, query: { limit: 100 } }}
              label="Tasks"
              empty="No task was planned yet."
              filters={[
                {
                  key: 'status',
                  label: 'Status',
                  options: ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'],
                },
              ]}
              columns={(column) => [
                column.text('Service', ({ service }) => service),
                column.text('Account', (row) => row.account_name ?? row.account_id),
                column.text('Region', ({ region }) => region),
                column.status('Status', ({ status }) => status),
                column.count('Seen', (row) => row.resources_seen),
                column.count('Attempts', ({ attempts }) => attempts),
                column.text('Error', ({ error }) => error),
                column.time('Finished', (row) => row.finished_at, '–'),
                {
                  key: 'retry',
                  header: 'Retry',
                  render: (task) =>
                    task.status === 'failed' && can('scans:run') ? (
                      <ActionButton
                        refresh={refreshed}
                        done="The task is repeated"
                        label={`Repeat ${task.service} in ${task.region}`}
                        run={() =>
                          dataOf(
                            client.POST('/api/v1/scans/{id}/tasks/{task_id}/retry', {
                              params: { path: { id, task_id: task.id } },
                            }),
                          )
                        }
                      >
                        Repeat
                      </ActionButton>
                    ) : null,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

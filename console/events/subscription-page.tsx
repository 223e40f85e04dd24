import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { EventSubscription } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FailureNote } from '../shared/failure-note.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { plainWords } from '../shared/numbers.ts';
import { CopyText } from '../shared/outside-link.tsx';
import { RecordPage } from '../shared/record-page.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { subscriptionBody, useSubscriptionFields } from './use-subscription-fields.ts';

const refresh = ['/api/v1/event-subscriptions/{id}', '/api/v1/event-subscriptions'];
const refetchMilliseconds = 5000;

export function SubscriptionPage() {
  const { can } = useSession();
  return (
    <RecordPage
      route="/settings/subscriptions/{id}"
      path="/api/v1/event-subscriptions/{id}"
      kind="Subscription"
      nameOf={({ name }) => name}
      actions={(subscription) =>
        can('subscriptions:manage') ? <Actions subscription={subscription} /> : null
      }
    >
      {(subscription) => (
        <>
          <section className="panel" aria-label="Facts">
            <Facts
              facts={[
                ['Kind', subscription.kind],
                ['URL', <InventoryText key="url" text={subscription.url_hint} code />],
                ['Events', subscription.events.join(', ')],
                ['Filter', <InventoryText key="filter" text={JSON.stringify(subscription.filter)} code />],
                ['Status', <StatusMark key="status" value={subscription.status} />],
                ['Waiting', subscription.waiting],
                ['Last delivered', <TimeText key="last" at={subscription.last_delivered_at} />],
              ]}
            />
          </section>
          {can('subscriptions:manage') ? <TestButton id={subscription.id} /> : null}
          <RecordList
            path="/api/v1/event-subscriptions/{id}/deliveries"
            given={{ path: { id: subscription.id } }}
            label="Deliveries"
            empty="Nothing was delivered yet."
            refetchInterval={refetchMilliseconds}
            columns={(column) => [
              column.status('Status', ({ status }) => status),
              column.text('Events', ({ events }) => events.map(({ type }) => type).join(', ')),
              column.count('Attempts', ({ attempts }) => attempts),
              column.text('Response', (row) =>
                row.status_code === undefined ? plainWords(row.error ?? '') : String(row.status_code),
              ),
              column.time('Created', (row) => row.created_at),
              column.time('Delivered', (row) => row.delivered_at, '–'),
              {
                key: 'again',
                header: 'Again',
                render: ({ id }) =>
                  can('subscriptions:manage') ? (
                    <ActionButton
                      refresh={['/api/v1/event-subscriptions/{id}/deliveries']}
                      done="It is delivered again"
                      run={() =>
                        dataOf(
                          client.POST('/api/v1/event-subscriptions/{id}/deliveries/{delivery_id}/redeliver', {
                            params: { path: { id: subscription.id, delivery_id: id } },
                          }),
                        )
                      }
                    >
                      Deliver again
                    </ActionButton>
                  ) : null,
              },
            ]}
          />
        </>
      )}
    </RecordPage>
  );
}

function TestButton({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () =>
      dataOf(client.POST('/api/v1/event-subscriptions/{id}/test', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['/api/v1/event-subscriptions/{id}/deliveries'] }),
  });
  return (
    <div>
      <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test event
      </Button>
      {test.isError ? <FailureNote error={test.error} /> : null}
      {test.data === undefined ? null : (
        <Alert mt="sm" variant="outline" color={test.data.delivered ? 'green' : 'red'} role="status">
          {test.data.delivered
            ? `Delivered in ${test.data.duration_ms} ms, response ${test.data.status_code ?? ''}`
            : `Not delivered: ${plainWords(test.data.error ?? '')} ${test.data.status_code ?? ''}`}
        </Alert>
      )}
    </div>
  );
}

function Actions({ subscription }: { readonly subscription: EventSubscription }) {
  const { id, name, kind, enabled } = subscription;
  const navigate = useNavigate();
  const fields = useSubscriptionFields(subscription);
  const params = { path: { id } };
  return (
    <>
      <FormDialog
        button="Edit"
        variant="default"
        title="Change the subscription"
        submit="Save"
        refresh={refresh}
        fields={[
          { name: 'name', label: 'Name', required: true, initial: name },
          { name: 'url', label: 'New URL', description: 'Empty: the URL stays' },
          ...fields,
        ]}
        onSubmit={(values) => {
          const url = values.optional('url');
          const body = {
            name: values.text('name'),
            ...subscriptionBody(values),
            ...(url === undefined ? {} : { url }),
          };
          return dataOf(client.PATCH('/api/v1/event-subscriptions/{id}', { params, body }));
        }}
      />
      {kind === 'webhook' ? (
        <FormDialog
          button="New secret"
          variant="default"
          title="Replace the secret"
          submit="Replace"
          refresh={refresh}
          fields={[]}
          intro="The receiver needs the new secret; the old one is valid for one more day."
          onSubmit={() => dataOf(client.POST('/api/v1/event-subscriptions/{id}/rotate-secret', { params }))}
          result={({ secret }) => <CopyText text={secret} width="22rem" />}
        />
      ) : null}
      <ActionButton
        refresh={refresh}
        run={() =>
          dataOf(client.PATCH('/api/v1/event-subscriptions/{id}', { params, body: { enabled: !enabled } }))
        }
      >
        {enabled ? 'Disable' : 'Enable'}
      </ActionButton>
      <ActionButton
        refresh={['/api/v1/event-subscriptions']}
        confirm={`The subscription “${name}” is deleted. Events that wait for it are not delivered.`}
        onDone={() => void navigate({ to: '/settings/subscriptions' })}
        run={() => dataOf(client.DELETE('/api/v1/event-subscriptions/{id}', { params }))}
      >
        Delete
      </ActionButton>
    </>
  );
}

import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { CopyText } from '../shared/outside-link.tsx';
import { subscriptionBody, useSubscriptionFields } from './use-subscription-fields.ts';

export function SubscriptionsPage() {
  const { can } = useSession();
  const fields = useSubscriptionFields();
  return (
    <ListPage
      route="/settings/subscriptions"
      title="Subscriptions"
      intro="Where events of the inventory are sent, signed: a webhook or a channel of Slack."
      path="/api/v1/event-subscriptions"
      label="Subscriptions"
      empty="No subscription exists."
      actions={
        can('subscriptions:manage') ? (
          <FormDialog
            button="Create subscription"
            title="Create a subscription"
            refresh={['/api/v1/event-subscriptions']}
            fields={[
              { name: 'name', label: 'Name', required: true },
              {
                name: 'kind',
                label: 'Kind',
                kind: 'choice',
                options: ['webhook', 'slack'],
                initial: 'webhook',
              },
              {
                name: 'url',
                label: 'URL',
                required: true,
                description: 'Of the receiver, or the incoming webhook of Slack',
              },
              ...fields,
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/event-subscriptions', {
                  body: {
                    name: values.text('name'),
                    kind: values.choice<'webhook' | 'slack'>('kind') ?? 'webhook',
                    url: values.text('url'),
                    ...subscriptionBody(values),
                  },
                }),
              )
            }
            result={({ secret }) =>
              secret === undefined ? (
                <p>The subscription is active.</p>
              ) : (
                <>
                  <p>The receiver verifies signatures with this secret. It is shown only now.</p>
                  <CopyText text={secret} width="22rem" />
                </>
              )
            }
          />
        ) : undefined
      }
      columns={(column) => [
        column.link(
          'Name',
          ({ name }) => name,
          ({ id }) => `/settings/subscriptions/${id}`,
        ),
        column.text('Kind', ({ kind }) => kind),
        column.text('URL', (row) => row.url_hint, { code: true }),
        column.text('Events', ({ events }) => events.join(', ')),
        column.status('Status', ({ status }) => status),
        column.count('Waiting', ({ waiting }) => waiting),
        column.time('Last delivered', (row) => row.last_delivered_at),
      ]}
    />
  );
}

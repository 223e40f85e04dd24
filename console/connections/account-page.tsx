import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { OnboardedAccount } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { CopyIcon, CopyText } from '../shared/outside-link.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';

const refreshed = ['/api/v1/aws/accounts/{id}', '/api/v1/aws/accounts'];

export function AccountPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(getting('/api/v1/aws/accounts/{id}', { path: { id } }));
  const account = query.data;
  const name = account === undefined ? 'Account' : (account.name ?? account.account_id);
  return (
    <PageFrame
      route="/accounts/{id}"
      title={<InventoryText text={name} />}
      documentTitle={name.slice(0, 80)}
      state={stateOf(query)}
      actions={account === undefined ? undefined : <AccountActions account={account} />}
    >
      <Loaded query={query}>{account === undefined ? null : <Account account={account} />}</Loaded>
    </PageFrame>
  );
}

function AccountActions({ account }: { readonly account: OnboardedAccount }) {
  const { can } = useSession();
  const params = { path: { id: account.id } };
  return (
    <>
      {can('scans:run') ? (
        <ActionButton
          refresh={['/api/v1/scans']}
          done="The scan was started"
          run={() => dataOf(client.POST('/api/v1/scans', { body: { aws_account_id: account.id } }))}
        >
          Scan
        </ActionButton>
      ) : null}
      {can('accounts:manage') ? (
        <>
          <ActionButton
            refresh={refreshed}
            done="The validation was started"
            run={() => dataOf(client.POST('/api/v1/aws/accounts/{id}/validate', { params }))}
          >
            Validate
          </ActionButton>
          <EditAccount account={account} />
        </>
      ) : null}
    </>
  );
}

function EditAccount({ account }: { readonly account: OnboardedAccount }) {
  const { can } = useSession();
  const environments = useQuery({
    ...getting('/api/v1/environments', { query: { limit: 200 } }),
    enabled: can('environments:read'),
  });
  const params = { path: { id: account.id } };
  return (
    <FormDialog
      button="Edit"
      variant="default"
      title="Edit the account"
      submit="Save"
      refresh={refreshed}
      fields={[
        { name: 'name', label: 'Name', initial: account.name ?? '' },
        { name: 'included', label: 'Scan the account', kind: 'flag', initial: account.included },
        {
          name: 'regions',
          label: 'Regions',
          description: 'Separated by commas; empty: those of the connection',
          initial: account.regions.join(', '),
        },
        {
          name: 'scan_interval_minutes',
          label: 'Minutes between scans',
          kind: 'number',
          initial: String(account.scan_interval_minutes),
        },
        {
          name: 'environment_id',
          label: 'Default environment',
          kind: 'choice',
          initial: account.default_environment_id ?? '',
          options: (environments.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      onSubmit={async (values) => {
        const name = values.optional('name');
        const regions = values
          .text('regions')
          .split(/[\s,]+/)
          .filter((region) => region !== '');
        const body = {
          included: values.flag('included'),
          regions,
          scan_interval_minutes: values.number('scan_interval_minutes') ?? null,
          ...(name === undefined ? {} : { name }),
        };
        await dataOf(client.PATCH('/api/v1/aws/accounts/{id}', { params, body }));
        const environment = values.optional('environment_id');
        if (environment !== account.default_environment_id)
          await dataOf(
            client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
              params,
              body: { environment_id: environment ?? null },
            }),
          );
      }}
    />
  );
}

function Account({ account }: { readonly account: OnboardedAccount }) {
  const { can } = useSession();
  const { checks, missing_permissions: missing, error } = account.validation;
  const policy = JSON.stringify(
    { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: missing, Resource: '*' }] },
    null,
    2,
  );
  return (
    <>
      <div className="panels">
        <section className="panel">
          <h2>Account</h2>
          <Facts
            facts={[
              ['Number', <InventoryText key="number" text={account.account_id} code />],
              ['Status', <StatusMark key="status" value={account.status} />],
              ['Included in scans', account.included ? 'yes' : 'no'],
              ['Organizational unit', <InventoryText key="ou" text={account.ou_path} />],
              ['Regions', <InventoryText key="regions" text={account.effective_regions.join(', ')} />],
              ['Scan interval', `${account.scan_interval_minutes} minutes`],
              ['Role', <CopyText key="role" text={account.role_arn} width="22rem" />],
              [
                'Connection',
                can('connections:read') ? (
                  <PageLink to={`/connections/${account.connection_id}`}>open the connection</PageLink>
                ) : undefined,
              ],
              [
                'Template',
                account.template.behind ? (
                  <StatusMark key="template" value="stale" />
                ) : (
                  (account.template.version ?? '–')
                ),
              ],
              ['Validated', <TimeText key="validated" at={account.last_validated_at} />],
              [
                'Resources',
                <PageLink key="resources" to="/resources" search={{ aws_account_id: account.id }}>
                  show its resources
                </PageLink>,
              ],
            ]}
          />
        </section>
        <section className="panel">
          <h2>Validation</h2>
          {error === undefined ? null : <Text c="red">{error}</Text>}
          <ul className="entries">
            {checks.map(({ check, ok, message }) => (
              <li key={check}>
                <StatusMark value={ok ? 'ok' : 'failed'} /> <strong>{check}</strong> {message}
              </li>
            ))}
          </ul>
          {missing.length === 0 ? (
            <Text c="dimmed">
              {account.last_validated_at === undefined
                ? 'The role was not validated yet.'
                : 'No permission is missing.'}
            </Text>
          ) : (
            <>
              <h2>
                {missing.length} missing permissions as a policy{' '}
                <CopyIcon text={policy} label="Copy the policy" />
              </h2>
              <pre className="code-block" tabIndex={0}>
                {policy}
              </pre>
            </>
          )}
        </section>
      </div>
      {can('changes:read') ? (
        <section className="panel">
          <h2>CloudTrail by region</h2>
          <RecordList
            path="/api/v1/changes/ingestion-health"
            given={{ query: { aws_account_id: account.id } }}
            label="CloudTrail by region"
            empty="CloudTrail was not read yet."
            idOf={({ region }) => region}
            columns={[
              { key: 'region', header: 'Region', render: ({ region }) => region },
              { key: 'status', header: 'Status', render: ({ status }) => <StatusMark value={status} /> },
              { key: 'event', header: 'Last event', render: (row) => <TimeText at={row.last_event_at} /> },
              { key: 'polled', header: 'Read', render: (row) => <TimeText at={row.last_polled_at} /> },
              { key: 'error', header: 'Error', render: (row) => <InventoryText text={row.last_error} /> },
              {
                key: 'retry',
                header: 'Retry',
                render: ({ region }) =>
                  can('changes:retry') ? (
                    <ActionButton
                      label={`Read again: CloudTrail of ${region}`}
                      refresh={['/api/v1/changes/ingestion-health']}
                      done="CloudTrail is read again"
                      run={() =>
                        dataOf(
                          client.POST('/api/v1/changes/ingestion-retries', {
                            body: { aws_account_id: account.id, region },
                          }),
                        )
                      }
                    >
                      Read again
                    </ActionButton>
                  ) : null,
              },
            ]}
          />
        </section>
      ) : null}
    </>
  );
}

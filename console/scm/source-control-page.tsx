import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { externalLink } from '../shared/external-link.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ListPage } from '../shared/list-page.tsx';
import { CopyText } from '../shared/outside-link.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { ChooseRepositoriesButton } from './choose-repositories-button.tsx';

const refresh = ['/api/v1/scm/connections', '/api/v1/repositories'];

export function SourceControlPage() {
  const { can } = useSession();
  const install = useMutation({
    mutationFn: () => dataOf(client.GET('/api/v1/scm/github/installation-url')),
    onSuccess: ({ url }) => {
      if (externalLink(url, [url]) !== undefined) globalThis.location.assign(url);
    },
  });
  return (
    <ListPage
      route="/source-control"
      title="GitHub and GitLab"
      path="/api/v1/scm/connections"
      label="Connections"
      empty="No connection exists. Connect GitHub or GitLab to find the code of resources."
      actions={
        can('scm:manage') ? (
          <>
            <Button size="xs" variant="default" loading={install.isPending} onClick={() => install.mutate()}>
              Connect GitHub
            </Button>
            <FormDialog
              button="Connect GitLab"
              title="Connect a GitLab group"
              submit="Connect"
              refresh={refresh}
              fields={[
                { name: 'base_url', label: 'Address of GitLab', description: 'Empty: https://gitlab.com' },
                { name: 'group_path', label: 'Group', required: true },
                {
                  name: 'access_token',
                  label: 'Group access token',
                  kind: 'password',
                  required: true,
                  autoComplete: 'off',
                },
              ]}
              onSubmit={(values) => {
                const base = values.optional('base_url');
                return dataOf(
                  client.POST('/api/v1/scm/gitlab/connections', {
                    body: {
                      group_path: values.text('group_path'),
                      access_token: values.text('access_token'),
                      ...(base === undefined ? {} : { base_url: base }),
                    },
                  }),
                );
              }}
              result={({ webhook_url: url, webhook_secret: secret }) => (
                <>
                  <p>Add a webhook to the group in GitLab. The secret is shown only now.</p>
                  <CopyText text={url} />
                  <CopyText text={secret} />
                </>
              )}
            />
          </>
        ) : undefined
      }
      columns={(column) => [
        column.text('Organization or group', (row) => row.external_org_slug),
        column.text('Provider', ({ provider }) => provider),
        column.status('Status', ({ status }) => status),
        column.text('Problem', (row) => row.last_error ?? row.warning),
        column.time('Token expires', (row) => row.token_expires_at, '–'),
        column.time('Read', (row) => row.last_synced_at),
        {
          key: 'actions',
          header: 'Actions',
          render: (connection) => {
            const { id, provider, external_org_slug: slug } = connection;
            return can('scm:manage') ? (
              <div className="row-actions">
                <ChooseRepositoriesButton connection={connection} refresh={refresh} />
                <ActionButton
                  label={`Read again: ${slug}`}
                  refresh={refresh}
                  done="The repositories are read"
                  run={() =>
                    dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }))
                  }
                >
                  Read again
                </ActionButton>
                <ActionButton
                  label={`Select all repositories of ${slug}`}
                  refresh={refresh}
                  done="All repositories are in scope"
                  run={() =>
                    dataOf(
                      client.PUT('/api/v1/scm/connections/{id}/repositories', {
                        params: { path: { id } },
                        body: { all: true },
                      }),
                    )
                  }
                >
                  Select all repositories
                </ActionButton>
                {provider === 'gitlab' ? (
                  <FormDialog
                    button="New token"
                    variant="default"
                    title={`A new token of ${slug}`}
                    submit="Replace"
                    refresh={refresh}
                    fields={[
                      {
                        name: 'access_token',
                        label: 'Group access token',
                        kind: 'password',
                        required: true,
                        autoComplete: 'off',
                      },
                    ]}
                    onSubmit={(values) =>
                      dataOf(
                        client.PATCH('/api/v1/scm/connections/{id}', {
                          params: { path: { id } },
                          body: { access_token: values.text('access_token') },
                        }),
                      )
                    }
                  />
                ) : null}
                <ActionButton
                  label={`Delete the connection of ${slug}`}
                  refresh={refresh}
                  confirm={`The connection of ${slug} is deleted, with its repositories, projects and pull requests.`}
                  run={() =>
                    dataOf(client.DELETE('/api/v1/scm/connections/{id}', { params: { path: { id } } }))
                  }
                >
                  Delete
                </ActionButton>
              </div>
            ) : null;
          },
        },
      ]}
    >
      {can('repositories:read') ? (
        <p className="empty-note">
          What the service may do in a repository is set on its page:{' '}
          <PageLink to="/code">repositories and projects</PageLink>.
        </p>
      ) : null}
      {install.isError ? <FailureNote error={install.error} /> : null}
    </ListPage>
  );
}

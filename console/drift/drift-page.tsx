import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { AddressTabs } from '../shared/address-tabs.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { PageFrame } from '../shared/page-frame.tsx';
import type { FormValues } from '../shared/record-form.tsx';
import { choicesOf } from '../shared/choices.ts';
import { DriftTable } from './drift-table.tsx';

export function DriftPage() {
  return (
    <PageFrame
      route="/drift"
      title="Drift"
      intro="Resources that differ from the state of their code."
      state="ready"
    >
      <AddressTabs
        label="Drift"
        tabs={[
          { key: 'resources', label: 'Resources', render: () => <DriftedResources /> },
          { key: 'rules', label: 'Mute rules', render: () => <DriftRules /> },
        ]}
      />
    </PageFrame>
  );
}

function DriftedResources() {
  return (
    <RecordList
      path="/api/v1/drift"
      label="Drifted resources"
      empty="No resource differs from its code, as far as states were read."
      idOf={(row) => `${row.resource_id} ${row.state_source_id} ${row.address}`}
      filters={[
        { key: 'q', label: 'Resource' },
        { key: 'attribute', label: 'Attribute' },
        { key: 'iac_project_id', label: 'Project' },
        { key: 'muted', label: 'Muted', options: choicesOf.yesNo },
      ]}
      columns={(column) => [
        column.link(
          'Resource',
          ({ name }) => name,
          (row) => `/resources/${row.resource_id}`,
        ),
        column.text('Type', (row) => row.resource_type),
        column.text('Account', (row) => row.account_name ?? row.account_id),
        column.text('Block', ({ address }) => address, { code: true }),
        {
          key: 'attributes',
          header: 'Attributes',
          render: ({ attributes }) => (
            <details>
              <summary>
                {attributes
                  .map(({ attribute }) => attribute)
                  .slice(0, 3)
                  .join(', ')}
              </summary>
              <DriftTable attributes={attributes} />
            </details>
          ),
        },
        column.text('By', ({ actor }) => actor?.name),
        column.time('Since', ({ since }) => since),
        column.time('Checked', (row) => row.checked_at),
      ]}
    />
  );
}

const conditionFields = [
  { name: 'terraform_type', label: 'Terraform type' },
  { name: 'attribute', label: 'Attribute' },
  { name: 'address', label: 'Address' },
  { name: 'tag', label: 'Tag: key or key=value' },
] as const;

function DriftRules() {
  const { can } = useSession();
  return (
    <>
      {can('mapping:correct') ? (
        <>
          <FormDialog
            button="Preview a rule"
            variant="default"
            title="What would a rule mute?"
            submit="Preview"
            refresh={[]}
            fields={conditionFields}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/drift-rules/preview', { body: { conditions: conditionsOf(values) } }),
              )
            }
            result={({ differences, resources }) => (
              <p>
                It would mute {differences} differences of {resources} resources.
              </p>
            )}
          />{' '}
          <FormDialog
            button="Create a rule"
            title="Mute differences"
            refresh={['/api/v1/drift-rules', '/api/v1/drift']}
            fields={[
              { name: 'name', label: 'Name', required: true },
              ...conditionFields,
              { name: 'reason', label: 'Reason', kind: 'long', required: true },
            ]}
            onSubmit={(values) =>
              dataOf(
                client.POST('/api/v1/drift-rules', {
                  body: {
                    name: values.text('name'),
                    reason: values.text('reason'),
                    conditions: conditionsOf(values),
                  },
                }),
              )
            }
          />
        </>
      ) : null}
      <RecordList
        path="/api/v1/drift-rules"
        label="Mute rules"
        empty="No rule mutes a difference."
        columns={(column) => [
          column.text('Name', ({ name }) => name),
          column.text(
            'Conditions',
            ({ conditions }) =>
              Object.entries(conditions)
                .map(([key, value]) => `${key}: ${value}`)
                .join(', '),
            { code: true },
          ),
          column.text('Reason', ({ reason }) => reason),
          column.count('Mutes', ({ muted }) => muted),
          column.status('State', ({ enabled }) => (enabled ? 'active' : 'disabled')),
          column.time('Until', (row) => row.expires_at, 'no end'),
          {
            key: 'delete',
            header: 'Delete',
            render: ({ id, name }) =>
              can('mapping:correct') ? (
                <ActionButton
                  label={`Delete ${name}`}
                  refresh={['/api/v1/drift-rules', '/api/v1/drift']}
                  confirm={`The rule “${name}” is deleted. Its differences are shown again.`}
                  run={() => dataOf(client.DELETE('/api/v1/drift-rules/{id}', { params: { path: { id } } }))}
                >
                  Delete
                </ActionButton>
              ) : null,
          },
        ]}
      />
    </>
  );
}

function conditionsOf(values: FormValues): Record<string, string> {
  return Object.fromEntries(
    conditionFields.flatMap(({ name }) => {
      const value = values.optional(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

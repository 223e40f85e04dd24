import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { MappingCorrectionAction } from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { OutsideLink } from '../shared/outside-link.tsx';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { ImportBlocksDialog } from '../mapping/import-blocks-dialog.tsx';
import { useScmBases } from '../scm/use-scm-bases.ts';

const refreshed = ['/api/v1/resources/{id}/code-mapping', '/api/v1/resources/{id}/mapping-corrections'];

/** The block of code that manages a resource, and corrections of that. */
export function ResourceCode({ id }: { readonly id: string }) {
  const { can } = useSession();
  const query = useQuery(getting('/api/v1/resources/{id}/code-mapping', { path: { id } }));
  const bases = useScmBases();
  const mapping = query.data;
  return (
    <Stack gap="md">
      <Loaded query={query} rows={4}>
        <Group gap="sm">
          <StatusMark value={mapping?.management_state} />
          {can('mapping:correct') ? <CorrectionDialog id={id} /> : null}
          {mapping?.management_state === 'unmanaged' ? <ImportBlocksDialog ids={[id]} /> : null}
        </Group>
        {mapping?.unknown_because === undefined ? null : (
          <section className="panel">
            <h2>Why it is unknown</h2>
            <ul>
              {mapping.unknown_because.map((reason) => (
                <li key={`${reason.kind} ${reason.id ?? reason.name}`}>
                  {plainWords(reason.kind)}: <InventoryText text={reason.name} />{' '}
                  <InventoryText text={reason.path} code />
                </li>
              ))}
            </ul>
          </section>
        )}
        {mapping?.mappings.map((row) => (
          <section key={`${row.address} ${row.state_source_id ?? ''}`} className="panel">
            <Facts
              facts={[
                ['Block', <InventoryText key="block" text={row.code_address} code />],
                [
                  'File',
                  row.file === undefined ? undefined : row.url === undefined ? (
                    <InventoryText text={`${row.file}:${row.line ?? ''}`} code />
                  ) : (
                    <OutsideLink url={row.url} bases={bases}>
                      <InventoryText text={`${row.file}:${row.line ?? ''}`} code />
                    </OutsideLink>
                  ),
                ],
                ['Address in the state', <InventoryText key="address" text={row.address} code />],
                [
                  'Project',
                  row.iac_project_id === undefined ? undefined : (
                    <PageLink to={`/projects/${row.iac_project_id}`}>open the project</PageLink>
                  ),
                ],
                [
                  'Found by',
                  `${plainWords(row.method)}, confidence ${row.confidence}${row.corrected ? ', corrected by a person' : ''}`,
                ],
                ['Conflict', row.conflict === true ? 'another state also has it' : undefined],
              ]}
            />
          </section>
        ))}
        {mapping?.mappings.length === 0 ? <Text c="dimmed">No block of code manages it.</Text> : null}
        {(mapping?.suggestions ?? []).length === 0 ? null : (
          <section className="panel">
            <h2>Suggestions</h2>
            <ul>
              {mapping?.suggestions?.map(({ address }) => (
                <li key={address}>
                  <InventoryText text={address} code />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Corrections id={id} />
      </Loaded>
    </Stack>
  );
}

function CorrectionDialog({ id }: { readonly id: string }) {
  return (
    <FormDialog
      button="Correct the mapping"
      variant="default"
      title="Correct the mapping"
      submit="Correct"
      refresh={refreshed}
      fields={[
        {
          name: 'action',
          label: 'Action',
          kind: 'choice',
          options: ['link', 'unlink', 'ignore'],
          required: true,
        },
        { name: 'address', label: 'Address', description: 'Of the block that manages it; for link' },
        { name: 'iac_project_id', label: 'Id of the project', description: 'For link' },
        { name: 'reason', label: 'Reason', kind: 'long' },
      ]}
      onSubmit={(values) => {
        const [address, project, reason] = ['address', 'iac_project_id', 'reason'].map((name) =>
          values.optional(name),
        );
        return dataOf(
          client.POST('/api/v1/resources/{id}/mapping-corrections', {
            params: { path: { id } },
            body: {
              action: values.choice<MappingCorrectionAction>('action') ?? 'link',
              ...(address === undefined ? {} : { address }),
              ...(project === undefined ? {} : { iac_project_id: project }),
              ...(reason === undefined ? {} : { reason }),
            },
          }),
        );
      }}
    />
  );
}

function Corrections({ id }: { readonly id: string }) {
  const { can } = useSession();
  const { data } = useQuery(getting('/api/v1/resources/{id}/mapping-corrections', { path: { id } }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="panel">
      <h2>Corrections</h2>
      <ul className="entries">
        {data.items.map((correction) => (
          <li key={correction.id} className="entry-line">
            {correction.action} <InventoryText text={correction.address} code />{' '}
            <InventoryText text={correction.reason} />
            {can('mapping:correct') ? (
              <ActionButton
                refresh={refreshed}
                confirm="The correction is deleted. The next matching decides by itself again."
                run={() =>
                  dataOf(
                    client.DELETE('/api/v1/resources/{id}/mapping-corrections/{correction_id}', {
                      params: { path: { id, correction_id: correction.id } },
                    }),
                  )
                }
              >
                Delete
              </ActionButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

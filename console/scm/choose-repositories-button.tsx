import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScmConnection } from '../../api-client/api-types.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { listedRecords, listing } from '../http/queries.ts';
import { useNextPages } from '../http/use-next-pages.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatCount } from '../shared/numbers.ts';
import { RowSkeletons } from '../shared/page-frame.tsx';

const path = '/api/v1/scm/connections/{id}/discoverable-repositories';
const pageSize = 100;
/** Rows of the list; the text narrows it. */
const maximumShown = 200;

/** Opens the list of the repositories of a connection, to choose which are in scope. */
export function ChooseRepositoriesButton({
  connection,
  refresh,
}: {
  readonly connection: ScmConnection;
  readonly refresh: readonly string[];
}) {
  const [isOpen, setOpen] = useState(false);
  const { external_org_slug: slug } = connection;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Choose repositories of ${slug}`}
        onClick={() => setOpen(true)}
      >
        Choose repositories
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Repositories of ${slug}`}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Choice id={connection.id} refresh={refresh} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** The operation sets the whole selection, so the whole list is read before it can be saved. */
function Choice({
  id,
  refresh,
  onDone,
}: {
  readonly id: string;
  readonly refresh: readonly string[];
  readonly onDone: () => void;
}) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(listing(path, { path: { id }, query: { limit: pageSize } }));
  useNextPages(list, true);
  const [text, setText] = useState('');
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const repositories = listedRecords<typeof path>(list.data?.pages);
  const isChosen = (row: { readonly external_id: string; readonly selected: boolean }) =>
    changed[row.external_id] ?? row.selected;
  const chosen = repositories.filter(isChosen).map((row) => row.external_id);
  const isComplete = list.data !== undefined && !list.hasNextPage && !list.isFetchingNextPage;
  const matching = repositories.filter((row) => row.full_name.toLowerCase().includes(text.toLowerCase()));
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        client.PUT('/api/v1/scm/connections/{id}/repositories', {
          params: { path: { id } },
          body: { external_ids: chosen },
        }),
      ),
    onSuccess: async () => {
      await Promise.all([path, ...refresh].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onDone();
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">
        Repositories in scope are read. Others that were in scope keep their corrections for later.
      </Text>
      <TextInput
        label="Name"
        size="xs"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {list.isError ? <FailureNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowSkeletons rows={6} /> : null}
      <ul className="entries repository-choice" aria-label="Repositories">
        {matching.slice(0, maximumShown).map((row) => (
          <li key={row.external_id} className="entry-line">
            <Checkbox
              size="xs"
              checked={isChosen(row)}
              onChange={({ currentTarget: { checked } }) =>
                setChanged((before) => ({ ...before, [row.external_id]: checked }))
              }
              label={
                <>
                  <InventoryText text={row.full_name} />{' '}
                  <span className="missing">
                    {[row.visibility, row.archived ? 'archived' : '', row.fork ? 'fork' : '']
                      .filter((word) => word !== '')
                      .join(', ')}
                  </span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" aria-live="polite">
        {formatCount(chosen.length)} chosen of {formatCount(repositories.length)}
        {isComplete ? '' : ', the list is still read'}
        {matching.length > maximumShown ? `; ${formatCount(maximumShown)} are shown` : ''}
      </Text>
      {save.isError ? <FailureNote error={save.error} /> : null}
      <Group justify="flex-end">
        <Button disabled={!isComplete} loading={save.isPending} onClick={() => save.mutate()}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

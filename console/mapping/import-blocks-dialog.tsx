import { Button, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { plainWords } from '../shared/numbers.ts';
import { CopyIcon } from '../shared/outside-link.tsx';
import { PageLink } from '../shared/page-link.tsx';

/** Terraform `import` blocks for resources that no code manages. */
export function ImportBlocksDialog({ ids }: { readonly ids: readonly string[] }) {
  const blocks = useMutation({
    mutationFn: () =>
      dataOf(client.POST('/api/v1/mapping/import-blocks', { body: { resource_ids: [...ids] } })),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={ids.length === 0}
        loading={blocks.isPending}
        onClick={() => blocks.mutate()}
      >
        Import blocks{ids.length > 1 ? ` (${ids.length})` : ''}
      </Button>
      <Modal
        opened={blocks.isSuccess || blocks.isError}
        onClose={() => blocks.reset()}
        title="Import blocks"
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          {blocks.isError ? <FailureNote error={blocks.error} onRetry={() => blocks.mutate()} /> : null}
          {blocks.data?.files.map(({ path, content }) => (
            <section key={path}>
              <h2>
                {path} <CopyIcon text={content} label={`Copy ${path}`} />
              </h2>
              <pre className="code-block" tabIndex={0}>
                {content}
              </pre>
            </section>
          ))}
          {blocks.data?.skipped.map(({ resource_id: id, reason }) => (
            <p key={id}>
              <PageLink to={`/resources/${id}`}>{id}</PageLink> is left out: {plainWords(reason)}
            </p>
          ))}
        </Stack>
      </Modal>
    </>
  );
}

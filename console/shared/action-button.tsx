import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { wordsOfFailure, FailureNote } from './failure-note.tsx';

/** A button that changes something. A destructive one names what it destroys, and asks. */
export function ActionButton({
  children,
  run,
  refresh,
  confirm,
  done,
  onDone,
  variant = 'default',
  label,
}: {
  readonly children: ReactNode;
  readonly run: () => Promise<unknown>;
  /** The paths of the operations whose answers change. */
  readonly refresh: readonly string[];
  /** What the action destroys. */
  readonly confirm?: ReactNode;
  /** A message after success. */
  readonly done?: string;
  readonly onDone?: () => void;
  readonly variant?: 'default' | 'filled' | 'subtle';
  readonly label?: string;
}) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      setAsking(false);
      if (done !== undefined) notifications.show({ message: done, color: 'green' });
      await Promise.all(refresh.map((path) => queries.invalidateQueries({ queryKey: [path] })));
      onDone?.();
    },
    onError: (error) => {
      if (confirm !== undefined) return;
      const { title, detail, requestId } = wordsOfFailure(error);
      const request = requestId === undefined ? '' : ` Request ${requestId}`;
      notifications.show({ title, message: `${detail}${request}`, color: 'red', autoClose: false });
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant={variant}
        aria-label={label}
        loading={action.isPending}
        onClick={() => (confirm === undefined ? action.mutate() : setAsking(true))}
      >
        {children}
      </Button>
      {confirm === undefined ? null : (
        <Modal
          opened={isAsking}
          onClose={() => setAsking(false)}
          title="Are you sure?"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Stack>
            <Text size="sm" component="div">
              {confirm}
            </Text>
            {action.isError ? <FailureNote error={action.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button color="red" loading={action.isPending} onClick={() => action.mutate()}>
                {children}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
}

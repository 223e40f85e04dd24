import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { RecordForm } from './record-form.tsx';
import type { Field, FormValues } from './record-form.tsx';

/** A button that opens a form. After success the lists whose paths are given are read again. */
export function FormDialog<T>({
  button,
  title,
  fields,
  submit = 'Create',
  onSubmit,
  refresh,
  result,
  variant = 'filled',
  intro,
}: {
  readonly button: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly submit?: string;
  readonly onSubmit: (values: FormValues) => Promise<T>;
  /** The paths of the operations whose answers change. */
  readonly refresh: readonly string[];
  /** What to show after success, such as a token that is shown once; without it the dialog closes. */
  readonly result?: (answer: T) => ReactNode;
  readonly variant?: 'filled' | 'default';
  readonly intro?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<T>();
  const queries = useQueryClient();
  const close = () => {
    setOpen(false);
    setAnswer(undefined);
  };
  return (
    <>
      <Button size="xs" variant={variant} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        {answer !== undefined && result !== undefined ? (
          result(answer)
        ) : (
          <>
            {intro}
            <RecordForm
              label={title}
              fields={fields}
              submit={submit}
              onSubmit={async (values) => {
                const received = await onSubmit(values);
                await Promise.all(refresh.map((path) => queries.invalidateQueries({ queryKey: [path] })));
                if (result === undefined) close();
                else setAnswer(received);
              }}
            />
          </>
        )}
      </Modal>
    </>
  );
}

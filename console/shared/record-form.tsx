import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  Skeleton,
  Stack,
  TextInput,
  Textarea,
} from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../api-client/create-typed-client.ts';
import { wordsOfFailure } from './failure-note.tsx';
import { plainWords } from './numbers.ts';

// The forms before the sign-in have no choices.
const ChoiceInput = lazy(async () => ({ default: (await import('./choice-input.tsx')).ChoiceInput }));

type Option = string | { readonly value: string; readonly label: string };

export interface Field {
  /** The name of the field in the body of the operation. */
  readonly name: string;
  readonly label: string;
  /** `words`: several texts, each ended with Enter. */
  readonly kind?:
    'text' | 'email' | 'password' | 'long' | 'number' | 'flag' | 'choice' | 'choices' | 'words' | 'time';
  readonly options?: readonly Option[];
  readonly required?: boolean;
  readonly description?: string;
  readonly initial?: string | readonly string[] | boolean;
  readonly autoComplete?: string;
}

/** The values of a form by the names of its fields. */
export interface FormValues {
  text(name: string): string;
  /** undefined if the field is empty. */
  optional(name: string): string | undefined;
  choice<T extends string>(name: string): T | undefined;
  choices<T extends string>(name: string): T[];
  flag(name: string): boolean;
  number(name: string): number | undefined;
}

interface RecordFormProps {
  readonly label: string;
  readonly fields: readonly Field[];
  readonly submit: string;
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
}

/** A form for the body of an operation. The API validates; its message is shown beside the field that it names. */
export function RecordForm({ label, fields, submit, onSubmit }: RecordFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, string | readonly string[] | boolean>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.initial ?? initialOf(field)])),
  );
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const fault = fieldFault(failure, fields);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setSending(true);
    try {
      await onSubmit(formValues(values));
    } catch (error) {
      setFailure(error);
      const name = fieldFault(error, fields)?.name;
      if (name !== undefined) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    } finally {
      setSending(false);
    }
  };
  const described = failure === undefined || fault !== undefined ? undefined : wordsOfFailure(failure);
  return (
    <form ref={form} onSubmit={(event) => void send(event)} aria-label={label} noValidate={false}>
      <Stack gap="sm">
        {described === undefined ? null : (
          <Alert color="red" variant="outline" role="alert" title={described.title}>
            {described.detail}
            {described.requestId === undefined ? '' : ` Request ${described.requestId}`}
          </Alert>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={fault?.name === field.name ? fault.reason : undefined}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function FieldInput({
  field: { name, label, kind = 'text', options = [], required = false, description, autoComplete },
  value,
  error,
  onChange,
}: {
  readonly field: Field;
  readonly value: string | readonly string[] | boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string | readonly string[] | boolean) => void;
}) {
  const common = { name, label, description, error, required, autoComplete, withAsterisk: false };
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: plainWords(option) } : option,
  );
  const text = typeof value === 'string' ? value : '';
  const typed = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(currentTarget.value);
  if (kind === 'flag')
    return (
      <Checkbox
        name={name}
        label={label}
        description={description}
        error={error}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (kind === 'choices' || kind === 'words' || kind === 'choice')
    return (
      <Suspense fallback={<Skeleton height={58} animate={false} />}>
        <ChoiceInput kind={kind} common={common} data={data} value={value} onChange={onChange} />
      </Suspense>
    );
  if (kind === 'long') return <Textarea {...common} autosize minRows={3} value={text} onChange={typed} />;
  if (kind === 'password') return <PasswordInput {...common} value={text} onChange={typed} />;
  if (kind === 'number')
    return <NumberInput {...common} value={text} onChange={(number) => onChange(String(number))} />;
  return (
    <TextInput {...common} type={kind === 'time' ? 'datetime-local' : kind} value={text} onChange={typed} />
  );
}

function initialOf({ kind }: Field): string | readonly string[] | boolean {
  return kind === 'flag' ? false : kind === 'choices' || kind === 'words' ? [] : '';
}

function formValues(values: Readonly<Record<string, string | readonly string[] | boolean>>): FormValues {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : '';
  };
  const optional = (name: string) => (text(name) === '' ? undefined : text(name));
  return {
    text,
    optional,
    choice: <T extends string>(name: string) => optional(name) as T | undefined,
    choices: <T extends string>(name: string) => {
      const value = values[name];
      return typeof value === 'object' ? ([...value] as T[]) : [];
    },
    flag: (name) => values[name] === true,
    number: (name) => (text(name) === '' ? undefined : Number(text(name))),
  };
}

const faultCodes: Readonly<Record<string, string>> = {
  email_taken: 'email',
  slug_taken: 'slug',
  name_taken: 'name',
};

/** The field that an error of the API names: `config.bucket: must not be empty`. */
function fieldFault(
  error: unknown,
  fields: readonly Field[],
): { readonly name: string; readonly reason: string } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [, named = '', reason = ''] = /^([\w.]+?)(?:\[\d+\]|\.\d+)?: (.*)$/s.exec(error.reason) ?? [];
  const name = named === '' ? faultCodes[error.code] : named;
  const field = fields.find((candidate) => candidate.name === name);
  return field === undefined ? undefined : { name: field.name, reason: named === '' ? error.reason : reason };
}

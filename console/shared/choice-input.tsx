import { MultiSelect, Select, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** A field with values to choose: one, several, or several texts of which some are offered. */
export function ChoiceInput({
  kind,
  common,
  data,
  value,
  onChange,
}: {
  readonly kind: 'choice' | 'choices' | 'words';
  readonly common: {
    readonly name: string;
    readonly label: string;
    readonly required: boolean;
    readonly withAsterisk: boolean;
    readonly description: string | undefined;
    readonly error: ReactNode;
    readonly autoComplete: string | undefined;
  };
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | readonly string[] | boolean;
  readonly onChange: (value: string | readonly string[]) => void;
}) {
  const list = Array.isArray(value) ? [...(value as string[])] : [];
  const text = typeof value === 'string' && value !== '' ? value : null;
  if (kind === 'choices')
    return (
      <MultiSelect
        {...common}
        data={data}
        searchable
        hidePickedOptions={false}
        value={list}
        onChange={onChange}
      />
    );
  if (kind === 'words')
    return (
      <TagsInput
        {...common}
        acceptValueOnBlur
        data={data.map((option) => option.value)}
        value={list}
        onChange={onChange}
      />
    );
  return (
    <Select
      {...common}
      data={data}
      searchable={data.length > 8}
      clearable={!common.required}
      value={text}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

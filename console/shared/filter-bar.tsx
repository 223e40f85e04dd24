import { CloseButton, Group, MultiSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { plainWords } from './numbers.ts';
import { useAddress } from './use-address.ts';

/** A filter of a list: a parameter of its operation. */
export interface Filter {
  readonly key: string;
  readonly label: string;
  /** `time`: a local date and time; it is sent as a timestamp. */
  readonly kind?: 'text' | 'time';
  /** Values to choose from; several are combined with OR. */
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[];
}

/** The filters of a list, kept in the address of the page. */
export function FilterBar({ filters }: { readonly filters: readonly Filter[] }) {
  const address = useAddress();
  if (filters.length === 0) return null;
  return (
    <Group gap="sm" align="flex-end" role="search">
      {filters.map((filter) =>
        filter.options === undefined ? (
          <TextFilter key={filter.key} filter={filter} />
        ) : (
          <MultiSelect
            key={filter.key}
            label={filter.label}
            size="xs"
            clearable
            searchable={filter.options.length > 8}
            hidePickedOptions={false}
            data={filter.options.map((option) =>
              typeof option === 'string' ? { value: option, label: plainWords(option) } : option,
            )}
            value={[...address.all(filter.key)]}
            onChange={(values) => address.set({ [filter.key]: values })}
            className="filter"
          />
        ),
      )}
    </Group>
  );
}

const debounceMilliseconds = 200;

/** A text or time filter, applied while typing. */
export function TextFilter({ filter }: { readonly filter: Filter }) {
  const address = useAddress();
  const inAddress = address.one(filter.key) ?? '';
  const shown = filter.kind === 'time' ? localTimeOf(inAddress) : inAddress;
  const [text, setText] = useState(shown);
  // The address changes without typing, for example by the button to go back.
  useEffect(() => setText(shown), [shown]);
  const apply = useDebouncedCallback((value: string) => {
    const sent = filter.kind === 'time' && value !== '' ? new Date(value).toISOString() : value;
    address.set({ [filter.key]: sent }, { replace: true });
  }, debounceMilliseconds);
  return (
    <TextInput
      label={filter.label}
      size="xs"
      type={filter.kind === 'time' ? 'datetime-local' : 'text'}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        if (filter.kind !== 'time' || value === '' || !Number.isNaN(Date.parse(value))) apply(value);
      }}
      rightSection={
        text === '' || filter.kind === 'time' ? null : (
          <CloseButton
            size="xs"
            aria-label={`Clear ${filter.label}`}
            onClick={() => {
              setText('');
              address.set({ [filter.key]: undefined }, { replace: true });
            }}
          />
        )
      }
      className="filter"
    />
  );
}

/** A timestamp as the value of an input of local time, without seconds. */
function localTimeOf(timestamp: string): string {
  const milliseconds = Date.parse(timestamp);
  if (Number.isNaN(milliseconds)) return '';
  const date = new Date(milliseconds);
  return new Date(milliseconds - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

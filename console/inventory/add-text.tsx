import { Autocomplete, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

/** A text to write or to choose, and a button that adds it. */
export function AddText({
  label,
  suggestions,
  action = 'Add',
  onAdd,
}: {
  readonly label: string;
  readonly suggestions?: readonly string[];
  /** What the button does, for a screen reader. */
  readonly action?: string;
  readonly onAdd: (text: string) => void;
}) {
  const [text, setText] = useState('');
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <SuggestedText label={label} suggestions={suggestions} value={text} onChange={setText} />
      <Button
        size="xs"
        variant="default"
        aria-label={action}
        disabled={text.trim() === ''}
        onClick={() => {
          onAdd(text.trim());
          setText('');
        }}
      >
        Add
      </Button>
    </Group>
  );
}

/** A text inside of a menu, with suggestions if there are any. */
export function SuggestedText({
  label,
  suggestions,
  value,
  onChange,
}: {
  readonly label: string;
  readonly suggestions: readonly string[] | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  if (suggestions === undefined)
    return (
      <TextInput
        size="xs"
        label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <Autocomplete
      size="xs"
      label={label}
      value={value}
      data={[...suggestions]}
      limit={20}
      comboboxProps={{ withinPortal: false }}
      onChange={onChange}
    />
  );
}

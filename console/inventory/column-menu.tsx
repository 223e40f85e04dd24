import { Autocomplete, Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isValueColumn, resourceColumns } from './resource-columns.tsx';
import { useTypeProperties } from './use-type-properties.ts';

/** Chooses the columns of the list: fields, and values of tags and of the configuration. */
export function ColumnMenu({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState('');
  const [tag, setTag] = useState('');
  const { properties } = useTypeProperties(isOpen);
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  const add = (name: string) => {
    if (!chosen.includes(name)) onChange([...chosen, name]);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withRoles={false}>
      <Popover.Target>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="menu-scroll" role="group" aria-label="Columns">
        <Stack gap={10}>
          {resourceColumns.map(({ key, header }) => (
            <Checkbox
              key={key}
              size="xs"
              label={header}
              checked={chosen.includes(key)}
              disabled={key === 'name'}
              onChange={() => toggle(key)}
            />
          ))}
          {chosen.filter(isValueColumn).map((name) => (
            <Checkbox key={name} size="xs" label={name} checked onChange={() => toggle(name)} />
          ))}
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <Autocomplete
              size="xs"
              label="Property"
              value={path}
              data={properties.map((property) => property.path)}
              limit={20}
              comboboxProps={{ withinPortal: false }}
              onChange={setPath}
            />
            <Button
              size="xs"
              variant="default"
              aria-label="Add the property as a column"
              disabled={path.trim() === ''}
              onClick={() => {
                add(`property:${path.trim()}`);
                setPath('');
              }}
            >
              Add
            </Button>
          </Group>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              size="xs"
              label="Tag key"
              value={tag}
              onChange={({ currentTarget }) => setTag(currentTarget.value)}
            />
            <Button
              size="xs"
              variant="default"
              aria-label="Add the tag as a column"
              disabled={tag.trim() === ''}
              onClick={() => {
                add(`tag:${tag.trim()}`);
                setTag('');
              }}
            >
              Add
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

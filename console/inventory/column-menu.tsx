import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import { AddText } from './add-text.tsx';
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
          <AddText
            label="Property"
            suggestions={properties.map((property) => property.path)}
            action="Add the property as a column"
            onAdd={(path) => add(`property:${path}`)}
          />
          <AddText label="Tag key" action="Add the tag as a column" onAdd={(key) => add(`tag:${key}`)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

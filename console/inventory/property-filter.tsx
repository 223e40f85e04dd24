import { Button, Group, NativeSelect, Pill, Popover, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../shared/use-address.ts';
import { AddText, SuggestedText } from './add-text.tsx';
import { propertyConditionOf, propertyOperators } from './property-condition-text.ts';
import { useTypeProperties } from './use-type-properties.ts';

/** Adds conditions on the configuration, with the paths and values that the organization has. All of them must be met. */
export function PropertyFilter() {
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState('');
  const [operator, setOperator] = useState<(typeof propertyOperators)[number]['value']>('=');
  const [value, setValue] = useState('');
  const { type, properties } = useTypeProperties(isOpen);
  const conditions = address.all('property');
  const examples = properties.find((property) => property.path === path)?.examples ?? [];
  const made = propertyConditionOf(path, operator, value);
  const add = (condition: string | undefined) => {
    if (condition === undefined || conditions.includes(condition)) return;
    address.set({ property: [...conditions, condition] });
    setOpen(false);
    setPath('');
    setValue('');
  };
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withRoles={false}>
        <Popover.Target>
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Property …
          </Button>
        </Popover.Target>
        <Popover.Dropdown role="group" aria-label="Condition on a property">
          {address.all('resource_type').length === 0 ? (
            <Text size="sm">Choose a type first: properties are those of its configuration.</Text>
          ) : (
            <Stack gap="xs">
              {type === undefined ? null : (
                <>
                  <SuggestedText
                    label="Property"
                    suggestions={properties.map((property) => property.path)}
                    value={path}
                    onChange={setPath}
                  />
                  <NativeSelect
                    size="xs"
                    label="Comparison"
                    value={operator}
                    data={[...propertyOperators]}
                    onChange={({ currentTarget }) =>
                      setOperator(
                        propertyOperators.find((one) => one.value === currentTarget.value)?.value ?? '=',
                      )
                    }
                  />
                  {operator.startsWith(':') ? null : (
                    <SuggestedText
                      label="Value"
                      suggestions={[...new Set(examples.map(String))]}
                      value={value}
                      onChange={setValue}
                    />
                  )}
                  <Group justify="flex-end">
                    <Button size="xs" disabled={made === undefined} onClick={() => add(made)}>
                      Add condition
                    </Button>
                  </Group>
                </>
              )}
              <AddText label="Or write one: path=value" onAdd={add} />
            </Stack>
          )}
        </Popover.Dropdown>
      </Popover>
      {conditions.map((condition) => (
        <Pill
          key={condition}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove ${condition}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => address.set({ property: conditions.filter((other) => other !== condition) })}
        >
          <bdi>{condition.slice(0, 80)}</bdi>
        </Pill>
      ))}
    </>
  );
}

import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from './use-address.ts';

export interface Tab {
  readonly key: string;
  readonly label: string;
  /** Reads what it shows only when it is open. */
  readonly render: () => ReactNode;
}

/** Tabs whose open one is in the address. Only the open one asks the API. */
export function AddressTabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const address = useAddress();
  const open = tabs.find(({ key }) => key === address.one('tab')) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <Tabs
      value={open.key}
      onChange={(key) => address.set({ tab: key === tabs[0]?.key ? undefined : (key ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List aria-label={label} className="tabs-list">
        {tabs.map(({ key, label: name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, render }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          {key === open.key ? render() : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

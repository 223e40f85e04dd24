import { Stack, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { InventoryText } from './inventory-text.tsx';

const openDepth = 2;
const maximumChildren = 500;

/** A configuration as a tree that one can search. Secrets, which are stored as keyed hashes, are marked as such. */
export function ValueTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        label={`Search in ${label}`}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="filter"
      />
      <div className="value-tree">
        <Members key={wanted} value={value} depth={0} wanted={wanted} />
      </div>
    </Stack>
  );
}

function Members({
  value,
  depth,
  wanted,
}: {
  readonly value: unknown;
  readonly depth: number;
  readonly wanted: string;
}): ReactNode {
  const entries = entriesOf(value).filter(([key, member]) => wanted === '' || contains(key, member, wanted));
  if (entries.length === 0) return <p className="missing">{wanted === '' ? 'empty' : 'nothing found'}</p>;
  return (
    <ul>
      {entries.slice(0, maximumChildren).map(([key, member]) => (
        <li key={key}>
          {typeof member === 'object' && member !== null && entriesOf(member).length > 0 ? (
            <details open={depth < openDepth || wanted !== ''}>
              <summary>
                <span className="value-key">{key}</span>{' '}
                <span className="missing">{entriesOf(member).length}</span>
              </summary>
              <Members
                value={member}
                depth={depth + 1}
                wanted={key.toLowerCase().includes(wanted) ? '' : wanted}
              />
            </details>
          ) : (
            <span>
              <span className="value-key">{key}</span> <ValueText value={member} />
            </span>
          )}
        </li>
      ))}
      {entries.length > maximumChildren ? (
        <li className="missing">{entries.length - maximumChildren} more: search to see them</li>
      ) : null}
    </ul>
  );
}

/** One value of a configuration as text. */
export function ValueText({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span className="missing">absent</span>;
  if (typeof value === 'string' && value.startsWith(secretMark))
    return (
      <span className="secret-mark" title={value}>
        <IconLock size={13} aria-hidden /> secret, stored as a hash
      </span>
    );
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <InventoryText text={text === '' ? '""' : text} code />;
}

const secretMark = 'hmac-sha256:';

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function contains(key: string, value: unknown, wanted: string): boolean {
  if (key.toLowerCase().includes(wanted)) return true;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([name, member]) => contains(name, member, wanted));
  return String(value).toLowerCase().includes(wanted);
}

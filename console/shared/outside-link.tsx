import { ActionIcon, Anchor, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { externalLink } from './external-link.ts';
import { InventoryText } from './inventory-text.tsx';

/** A link to another host if the console may make one; else the address as text with a button to copy it. */
export function OutsideLink({
  url,
  bases,
  children,
}: {
  readonly url: string | undefined;
  readonly bases?: readonly string[];
  readonly children?: ReactNode;
}) {
  if (url === undefined) return <span className="missing">–</span>;
  const href = externalLink(url, bases);
  if (href === undefined)
    return children === undefined ? (
      <CopyText text={url} />
    ) : (
      <Group gap={4} wrap="nowrap" className="copy-text">
        {children}
        <CopyIcon text={url} label="Copy the address" />
      </Group>
    );
  return (
    <Anchor href={href} target="_blank" rel="noreferrer noopener" size="sm" className="outside-link">
      {children ?? <InventoryText text={url} />}{' '}
      <IconExternalLink size={14} aria-label="opens another site" />
    </Anchor>
  );
}

/** A text with a button that copies it. */
export function CopyText({ text, width = '32rem' }: { readonly text: string; readonly width?: string }) {
  return (
    <Group gap={4} wrap="nowrap" className="copy-text">
      <InventoryText text={text} code width={width} />
      <CopyIcon text={text} />
    </Group>
  );
}

export function CopyIcon({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={label}>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

import type { CSSProperties } from 'react';

const maximumShown = 300;

/**
 * A text of the inventory: a name, a tag, an ARN. It is data of a stranger, so it is shown as text, isolated from the direction
 * of the text around it, and cut where it is too long.
 */
export function InventoryText({
  text,
  width,
  code = false,
}: {
  readonly text: string | undefined;
  /** Maximum width in CSS units. */
  readonly width?: string;
  readonly code?: boolean;
}) {
  if (text === undefined || text === '') return <span className="missing">–</span>;
  const shown = text.length > maximumShown ? `${text.slice(0, maximumShown)}…` : text;
  const style: CSSProperties = width === undefined ? {} : { maxWidth: width };
  const title = shown.length > 24 ? text.slice(0, 1000) : undefined;
  return (
    <bdi className={code ? 'inventory-text code-text' : 'inventory-text'} style={style} title={title}>
      {shown}
    </bdi>
  );
}

import { InventoryText } from './inventory-text.tsx';
import { formatCount } from './numbers.ts';
import { PageLink } from './page-link.tsx';

interface BarRow {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Counts as bars, the largest as the measure of all. */
export function BarRows({ rows, label }: { readonly rows: readonly BarRow[]; readonly label: string }) {
  const largest = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="bar-rows" aria-label={label}>
      {rows.map(({ key, name, count, to, search }) => (
        <li key={key}>
          <PageLink to={to} search={search}>
            <InventoryText text={name} />
          </PageLink>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
            <rect width={(100 * count) / largest} height="8" fill="var(--busy)" rx="1" />
          </svg>
          <span className="number">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a page of the console. `search` are the filters of its address. */
export function PageLink({
  to,
  search,
  children,
  label,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly children: ReactNode;
  readonly label?: string;
}) {
  return (
    <Link to={to} search={search ?? {}} className="page-link" aria-label={label} preload="intent">
      {children}
    </Link>
  );
}

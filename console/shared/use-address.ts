import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The filters, tabs and selections of a page, which are in its address: a link shows the same to a colleague. */
export interface Address {
  readonly search: Search;
  /** The first value of a parameter. */
  one(key: string): string | undefined;
  /** All values of a parameter. */
  all(key: string): readonly string[];
  /** Replaces parameters. Values that are undefined or empty leave the address. `replace` adds no step to go back. */
  set(values: Search, options?: { readonly replace?: boolean }): void;
}

export function useAddress(): Address {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  return useMemo(() => {
    const all = (key: string) => partsOf(search[key]);
    return {
      search,
      all,
      one: (key) => all(key)[0],
      set: (values, { replace = false } = {}) => {
        const next = Object.entries({ ...search, ...values }).filter(
          ([, value]) => partsOf(value).length > 0,
        );
        void navigate({ to: '.', search: Object.fromEntries(next), replace });
      },
    };
  }, [search, navigate]);
}

/** Parses a query string; a repeated parameter is a list. Every value is text. */
export function parseSearch(text: string): Search {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => {
      const values = parameters.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

export function writeSearch(search: object): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search as Search))
    for (const one of partsOf(value)) parameters.append(key, one);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function partsOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

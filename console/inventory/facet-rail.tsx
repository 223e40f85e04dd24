import { TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Facets, StateCounts } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { formatCount, plainWords } from '../shared/numbers.ts';
import { useAddress } from '../shared/use-address.ts';

const searchedFrom = 12;

/** States that are offered also where no resource has them. */
const stateFacets = [
  {
    key: 'management_state',
    name: 'Code',
    values: ['managed', 'unmanaged', 'unknown', 'child', 'default', 'ignored'],
  },
  { key: 'drift', name: 'Drift', values: ['drifted', 'in_sync', 'unknown'] },
  { key: 'exposure', name: 'Exposure', values: ['exposed', 'stopped'] },
] as const;

/** The filters with the number of resources that each value gives. Several values of one filter are combined with OR. */
export function FacetRail({
  facets,
  states,
  isPast,
}: {
  readonly facets: Facets | undefined;
  readonly states: StateCounts | undefined;
  /** The states have no history. */
  readonly isPast: boolean;
}) {
  const { can } = useSession();
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query: { limit: 200 } }),
    enabled: can('accounts:read'),
    staleTime: 60_000,
  });
  const names = new Map(
    (accounts.data?.items ?? []).map(({ id, name, account_id: number }) => [id, name ?? number]),
  );
  const isNarrow = useMediaQuery('(max-width: 62em)') === true;
  const all = (
    <>
      <Facet
        name="Account"
        filter="aws_account_id"
        values={facets?.aws_account_id}
        nameOf={(id) => names.get(id) ?? id}
      />
      <Facet name="Region" filter="region" values={facets?.region} />
      <Facet name="Type" filter="resource_type" values={facets?.resource_type} />
      <Facet name="Status" filter="status" values={facets?.status} nameOf={plainWords} />
      {isPast
        ? null
        : stateFacets.map(({ key, name, values }) => (
            <Facet
              key={key}
              name={name}
              filter={key}
              values={values.map((value) => ({
                value,
                ...(states === undefined
                  ? {}
                  : { count: states[key].find((entry) => entry.value === value)?.count ?? 0 }),
              }))}
              nameOf={plainWords}
            />
          ))}
    </>
  );
  return (
    <aside aria-label="Filters">
      {isNarrow ? (
        <details className="filters-toggle">
          <summary>Filters</summary>
          {all}
        </details>
      ) : (
        all
      )}
    </aside>
  );
}

function Facet({
  name,
  filter,
  values = [],
  nameOf = (value) => value,
}: {
  readonly name: string;
  readonly filter: string;
  readonly values: readonly { readonly value: string; readonly count?: number }[] | undefined;
  readonly nameOf?: (value: string) => string;
}) {
  const address = useAddress();
  const [text, setText] = useState('');
  const chosen = address.all(filter);
  // A chosen value stays in the list when no resource has it.
  const missing = chosen.filter((value) => !values.some((other) => other.value === value));
  const all = [...missing.map((value) => ({ value, count: 0 })), ...values];
  const shown = all.filter(({ value }) => nameOf(value).toLowerCase().includes(text.trim().toLowerCase()));
  if (all.length === 0) return null;
  return (
    <fieldset className="facet">
      <legend>{name}</legend>
      {all.length > searchedFrom ? (
        <TextInput
          size="xs"
          mb={4}
          aria-label={`Search in ${name}`}
          placeholder="Search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      ) : null}
      <div
        className="facet-values"
        tabIndex={all.length > searchedFrom ? 0 : undefined}
        role={all.length > searchedFrom ? 'group' : undefined}
        aria-label={all.length > searchedFrom ? name : undefined}
      >
        {shown.slice(0, 200).map(({ value, count }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) =>
                address.set({
                  [filter]: currentTarget.checked
                    ? [...chosen, value]
                    : chosen.filter((other) => other !== value),
                })
              }
            />
            <span title={nameOf(value)}>{nameOf(value)}</span>
            {count === undefined ? null : <span className="count">{formatCount(count)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

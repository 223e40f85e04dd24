import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { choicesOf } from '../shared/choices.ts';
import { plainWords } from '../shared/numbers.ts';

/** The roles that a member can hold: built-in ones by name and custom ones by id, with a text for each. */
export function useRoleNames() {
  const { can } = useSession();
  const { data } = useQuery({ ...getting('/api/v1/organization/custom-roles'), enabled: can('roles:read') });
  const custom = new Map(data?.items.map(({ id, name }) => [id, name]));
  const nameOf = (role: string) =>
    custom.get(role) ?? (choicesOf.role.some((name) => name === role) ? plainWords(role) : 'custom role');
  return {
    options: [...choicesOf.role, ...custom.keys()].map((value) => ({ value, label: nameOf(value) })),
    namesOf: (roles: readonly string[]) => roles.map(nameOf).join(', '),
  };
}

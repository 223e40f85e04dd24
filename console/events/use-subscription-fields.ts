import { useQuery } from '@tanstack/react-query';
import type { EventFilter, EventName, EventSubscription } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { choicesOf } from '../shared/choices.ts';
import type { Field, FormValues } from '../shared/record-form.tsx';

const limit = 200;
const listKeys = [
  'aws_account_id',
  'region',
  'resource_type',
  'tag',
  'application_id',
  'team_id',
  'environment_id',
  'scan_status',
  'saved_query_id',
  'action',
] as const satisfies readonly (keyof EventFilter)[];

/** The fields of the events and the filter of a subscription, with the values of `subscription`. */
export function useSubscriptionFields(subscription?: EventSubscription): readonly Field[] {
  const { can } = useSession();
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query: { limit } }),
    enabled: can('accounts:read'),
  });
  const applications = useQuery({
    ...getting('/api/v1/applications', { query: { limit } }),
    enabled: can('applications:read'),
  });
  const teams = useQuery({ ...getting('/api/v1/teams', { query: { limit } }), enabled: can('teams:read') });
  const environments = useQuery({
    ...getting('/api/v1/environments', { query: { limit } }),
    enabled: can('environments:read'),
  });
  const queries = useQuery({
    ...getting('/api/v1/saved-queries', { query: { limit } }),
    enabled: can('resources:read'),
  });
  const filter: EventFilter = subscription?.filter ?? {};
  const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({
    value: id,
    label: name,
  });
  return [
    {
      name: 'events',
      label: 'Events',
      kind: 'choices',
      options: choicesOf.event,
      required: true,
      initial: subscription?.events ?? ['resource.*'],
    },
    {
      name: 'filter.aws_account_id',
      label: 'Only of accounts',
      kind: 'choices',
      options: (accounts.data?.items ?? []).map(({ id, name, account_id: number }) => ({
        value: id,
        label: name ?? number,
      })),
      initial: filter.aws_account_id ?? [],
    },
    { name: 'filter.region', label: 'Only of regions', kind: 'words', initial: filter.region ?? [] },
    {
      name: 'filter.resource_type',
      label: 'Only of resource types',
      kind: 'words',
      initial: filter.resource_type ?? [],
    },
    {
      name: 'filter.tag',
      label: 'Only with tags',
      kind: 'words',
      description: 'key or key=value',
      initial: filter.tag ?? [],
    },
    {
      name: 'filter.application_id',
      label: 'Only of applications',
      kind: 'choices',
      options: (applications.data?.applications ?? []).map(named),
      initial: filter.application_id ?? [],
    },
    {
      name: 'filter.team_id',
      label: 'Only owned by teams',
      kind: 'choices',
      options: (teams.data?.items ?? []).map(named),
      initial: filter.team_id ?? [],
    },
    {
      name: 'filter.environment_id',
      label: 'Only of environments',
      kind: 'choices',
      options: (environments.data?.items ?? []).map(named),
      initial: filter.environment_id ?? [],
    },
    {
      name: 'filter.explained',
      label: 'Changes that code explains',
      kind: 'choice',
      options: choicesOf.yesNo,
      ...(filter.explained === undefined ? {} : { initial: String(filter.explained) }),
    },
    {
      name: 'filter.min_risk',
      label: 'Plans with a risk of at least',
      kind: 'choice',
      options: choicesOf.riskSeverity,
      ...(filter.min_risk === undefined ? {} : { initial: filter.min_risk }),
    },
    {
      name: 'filter.scan_status',
      label: 'Scans that ended as',
      kind: 'choices',
      options: choicesOf.scanStatus,
      description: 'Empty: partial and failed',
      initial: filter.scan_status ?? [],
    },
    {
      name: 'filter.saved_query_id',
      label: 'Only of saved queries',
      kind: 'choices',
      options: (queries.data?.items ?? []).map(named),
      initial: filter.saved_query_id ?? [],
    },
    {
      name: 'filter.action',
      label: 'Only of actions of the audit log',
      kind: 'words',
      initial: filter.action ?? [],
    },
  ];
}

/** The body of the values of {@link useSubscriptionFields}. Empty fields restrict nothing. */
export function subscriptionBody(values: FormValues): { events: EventName[]; filter: EventFilter } {
  const explained = values.optional('filter.explained');
  const risk = values.choice<NonNullable<EventFilter['min_risk']>>('filter.min_risk');
  return {
    events: values.choices<EventName>('events'),
    filter: {
      ...Object.fromEntries(
        listKeys.flatMap((key) => {
          const chosen = values.choices(`filter.${key}`);
          return chosen.length === 0 ? [] : [[key, chosen]];
        }),
      ),
      ...(explained === undefined ? {} : { explained: explained === 'true' }),
      ...(risk === undefined ? {} : { min_risk: risk }),
    },
  };
}

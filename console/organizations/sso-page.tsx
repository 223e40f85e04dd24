import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, dataOf } from '../../api-client/create-typed-client.ts';
import type {
  ReplaceSsoBody,
  RoleName,
  ScimSummary,
  SsoConfiguration,
  SsoTest,
  Team,
} from '../../api-client/api-types.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { ActionButton } from '../shared/action-button.tsx';
import { choicesOf } from '../shared/choices.ts';
import { Facts } from '../shared/facts.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { CopyText } from '../shared/outside-link.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { RecordForm } from '../shared/record-form.tsx';
import type { Field, FormValues } from '../shared/record-form.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { readMappings, writeMappings } from './mapping-text.ts';

const path = '/api/v1/organization/sso';
const refresh = [path];
const allTeams = { query: { limit: '200' } };

export function SsoPage() {
  const { can } = useSession();
  const queries = useQueryClient();
  // An organization without single sign-on has no configuration.
  const query = useQuery({
    queryKey: [path],
    queryFn: async () => {
      try {
        return await dataOf(client.GET(path));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  });
  const teams = useQuery(getting('/api/v1/teams', allTeams)).data?.items ?? [];
  const sso = query.data ?? undefined;
  return (
    <PageFrame route="/settings/sso" title="Single sign-on" state={stateOf(query)}>
      <Loaded query={query} rows={5}>
        <div className="panels">
          {sso === undefined ? (
            <section className="panel">
              <p>Members sign in with passwords. No identity provider is configured.</p>
            </section>
          ) : (
            <CurrentConfiguration sso={sso} canManage={can('sso:manage')} />
          )}
          {sso === undefined ? null : <Provisioning scim={sso.scim} />}
          {can('sso:manage') ? (
            <section className="panel">
              <h2>{sso === undefined ? 'Configure' : 'Change'}</h2>
              <RecordForm
                key={`${sso?.updated_at} ${teams.length}`}
                label="Single sign-on"
                submit="Save"
                fields={fieldsOf(sso, teams)}
                onSubmit={async (values) => {
                  await dataOf(client.PUT(path, { body: bodyOf(values, teams) }));
                  await queries.invalidateQueries();
                }}
              />
            </section>
          ) : null}
        </div>
      </Loaded>
    </PageFrame>
  );
}

function CurrentConfiguration({
  sso,
  canManage,
}: {
  readonly sso: SsoConfiguration;
  readonly canManage: boolean;
}) {
  return (
    <section className="panel" aria-label="Facts">
      <Facts
        facts={[
          ['Issuer', <InventoryText key="issuer" text={sso.issuer} />],
          ['Client', <InventoryText key="client" text={sso.client_id} />],
          ['Status', <StatusMark key="status" value={sso.status} />],
          ['Last failure', sso.last_error],
          ['Passwords', sso.enforced ? 'refused for the proven domains' : 'accepted'],
          ['Redirect URI', sso.redirect_uri],
          ['Changed', <TimeText key="changed" at={sso.updated_at} />],
        ]}
      />
      {sso.domains.map(({ domain, verified_at: verifiedAt, record }) => (
        <section key={domain} aria-label={`Domain ${domain}`}>
          <h3>
            <InventoryText text={domain} />
          </h3>
          <Facts
            facts={[
              ['Proven', verifiedAt === undefined ? 'no' : <TimeText key="proven" at={verifiedAt} />],
              ['TXT record', <InventoryText key="name" text={record.name} />],
              ['Value', <InventoryText key="value" text={record.value} />],
            ]}
          />
          {canManage ? (
            <ActionButton
              label={`Verify ${domain}`}
              refresh={refresh}
              done="The domain is proven."
              run={() =>
                dataOf(client.POST(`${path}/domains/{domain}/verify`, { params: { path: { domain } } }))
              }
            >
              Verify
            </ActionButton>
          ) : null}
        </section>
      ))}
      {canManage ? (
        <p>
          <FormDialog<SsoTest>
            button="Check the provider"
            variant="default"
            title="Check the provider"
            submit="Check"
            refresh={refresh}
            fields={[]}
            onSubmit={() => dataOf(client.POST(`${path}/test`))}
            result={({ checks }) => (
              <Facts
                facts={checks.map(({ key, status, detail }) => [
                  key,
                  <span key={key}>
                    <StatusMark value={status} /> {detail}
                  </span>,
                ])}
              />
            )}
          />{' '}
          <Button
            size="xs"
            variant="default"
            component="a"
            href="/api/v1/auth/sso?link=true&next=/settings/sso"
          >
            Link your account of the provider
          </Button>{' '}
          <ActionButton
            refresh={refresh}
            confirm="Sessions by single sign-on end, and roles and team memberships by mapping are removed. Users without a password can no longer sign in."
            run={() => dataOf(client.DELETE(path))}
          >
            Delete
          </ActionButton>
        </p>
      ) : null}
    </section>
  );
}

/** The address that an administrator enters at the directory, and the number of users and groups that it provisioned. */
function Provisioning({ scim }: { readonly scim: ScimSummary }) {
  return (
    <section className="panel" aria-label="Provisioning">
      <h2>Provisioning by SCIM</h2>
      <Facts
        facts={[
          ['Address', <CopyText key="address" text={scim.url} />],
          ['Users', scim.users],
          ['Groups', scim.groups],
        ]}
      />
      <p>
        The directory needs an <PageLink to="/settings/api-tokens">API token</PageLink> with the permission
        scim and no other. The email of each user must be of a proven domain. The groups below give users
        their roles and teams.
      </p>
    </section>
  );
}

function fieldsOf(sso: SsoConfiguration | undefined, teams: readonly Team[]): readonly Field[] {
  const slugOf = (id: string) => teams.find((team) => team.id === id)?.slug ?? id;
  return [
    { name: 'issuer', label: 'Issuer', required: true, initial: sso?.issuer ?? '' },
    { name: 'client_id', label: 'Client id', required: true, initial: sso?.client_id ?? '' },
    {
      name: 'client_secret',
      label: 'Client secret',
      kind: 'password',
      autoComplete: 'off',
      ...(sso === undefined ? { required: true } : { description: 'Empty: the stored secret is kept' }),
    },
    {
      name: 'domains',
      label: 'Domains of email addresses',
      kind: 'long',
      description: 'One a line',
      initial: sso?.domains.map(({ domain }) => domain).join('\n') ?? '',
    },
    { name: 'group_claim', label: 'Claim with the groups', initial: sso?.group_claim ?? 'groups' },
    {
      name: 'trust_email',
      label: 'Emails count as verified if the provider does not say',
      kind: 'flag',
      initial: sso?.trust_email ?? false,
    },
    {
      name: 'role_mappings',
      label: 'Roles by group',
      kind: 'long',
      description: 'One a line: group: role, role',
      initial: writeMappings(
        (sso?.role_mappings ?? []).map(({ group, roles }) => ({ group, targets: roles })),
      ),
    },
    {
      name: 'team_mappings',
      label: 'Teams by group',
      kind: 'long',
      description: 'One a line: group: short name of the team',
      initial: writeMappings(
        (sso?.team_mappings ?? []).map(({ group, team_id: id }) => ({ group, targets: [slugOf(id)] })),
      ),
    },
    {
      name: 'default_roles',
      label: 'Roles of everyone',
      kind: 'choices',
      options: choicesOf.role,
      initial: sso?.default_roles ?? [],
    },
    {
      name: 'enforced',
      label: 'Refuse passwords for the proven domains',
      kind: 'flag',
      initial: sso?.enforced ?? false,
    },
    ...(sso === undefined
      ? []
      : ([
          {
            name: 'password',
            label: 'Your password',
            kind: 'password',
            autoComplete: 'current-password',
            description: 'For another issuer or client',
          },
          {
            name: 'code',
            label: 'Your code',
            autoComplete: 'one-time-code',
            description: 'For another issuer or client, if you have a second factor',
          },
        ] as const)),
  ];
}

function bodyOf(values: FormValues, teams: readonly Team[]): ReplaceSsoBody {
  const secrets = ['client_secret', 'password', 'code'].map((name) => [name, values.optional(name)] as const);
  return {
    issuer: values.text('issuer'),
    client_id: values.text('client_id'),
    ...Object.fromEntries(secrets.filter(([, value]) => value !== undefined)),
    domains: values
      .text('domains')
      .split(/\s+/)
      .filter((domain) => domain !== '')
      .map((domain) => ({ domain })),
    group_claim: values.optional('group_claim') ?? 'groups',
    trust_email: values.flag('trust_email'),
    // The API names a role or team that it does not know.
    role_mappings: readMappings(values.text('role_mappings')).map(({ group, targets }) => ({
      group,
      roles: targets as RoleName[],
    })),
    team_mappings: readMappings(values.text('team_mappings')).flatMap(({ group, targets }) =>
      targets.map((slug) => ({ group, team_id: teams.find((team) => team.slug === slug)?.id ?? slug })),
    ),
    default_roles: values.choices<RoleName>('default_roles'),
    enforced: values.flag('enforced'),
  };
}

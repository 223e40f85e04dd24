import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResourceDetail } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { AddressTabs } from '../shared/address-tabs.tsx';
import type { Tab } from '../shared/address-tabs.tsx';
import { awsConsoleLink } from '../shared/external-link.ts';
import { Facts } from '../shared/facts.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { CopyText, OutsideLink } from '../shared/outside-link.tsx';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { ValueTree } from '../shared/value-tree.tsx';
import { ResourceCode } from './resource-code.tsx';
import { ResourceDrift } from './resource-drift.tsx';
import { ResourceExecutions } from './resource-executions.tsx';
import { ResourceHistory } from './resource-history.tsx';
import { ResourceOwnershipTab } from './resource-ownership-tab.tsx';
import { ResourceRelationships } from './resource-relationships.tsx';

export function ResourcePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(getting('/api/v1/resources/{id}', { path: { id } }));
  const resource = query.data;
  const inAws = awsConsoleLink(resource?.arn);
  const name = resource === undefined ? 'Resource' : (resource.name ?? resource.native_id);
  return (
    <PageFrame
      route="/resources/{id}"
      title={resource === undefined ? 'Resource' : <InventoryText text={name} />}
      documentTitle={name.slice(0, 80)}
      state={stateOf(query)}
      intro={
        resource === undefined ? undefined : (
          <Group gap="sm">
            <InventoryText text={resource.resource_type} />
            <StatusMark value={resource.status} />
            <FreshnessNote freshness={resource.freshness} />
          </Group>
        )
      }
      actions={inAws === undefined ? undefined : <OutsideLink url={inAws}>Open in AWS</OutsideLink>}
    >
      <Loaded query={query}>{resource === undefined ? null : <Resource resource={resource} />}</Loaded>
    </PageFrame>
  );
}

function Resource({ resource }: { readonly resource: ResourceDetail }) {
  const { can } = useSession();
  const { id } = resource;
  const ownership = useQuery({
    ...getting('/api/v1/resources/{id}/ownership', { path: { id } }),
    enabled: can('ownership:read'),
  });
  const owners = ownership.data?.owners ?? [];
  const tabs: readonly Tab[] = [
    { key: 'configuration', label: 'Configuration', render: () => <Configuration resource={resource} /> },
    { key: 'history', label: 'History', render: () => <ResourceHistory id={id} /> },
    ...(can('mapping:read')
      ? [
          { key: 'code', label: 'Code', render: () => <ResourceCode id={id} /> },
          { key: 'drift', label: 'Drift', render: () => <ResourceDrift id={id} /> },
        ]
      : []),
    ...(can('ownership:read')
      ? [{ key: 'ownership', label: 'Ownership', render: () => <ResourceOwnershipTab id={id} /> }]
      : []),
    ...(can('graph:read')
      ? [{ key: 'relationships', label: 'Relationships', render: () => <ResourceRelationships id={id} /> }]
      : []),
    ...(can('executions:read')
      ? [{ key: 'executions', label: 'Executions', render: () => <ResourceExecutions id={id} /> }]
      : []),
  ];
  return (
    <>
      <section className="panel" aria-label="Facts">
        <Facts
          facts={[
            [
              'Account',
              <PageLink key="account" to={`/accounts/${resource.aws_account_id}`}>
                <InventoryText text={resource.account_name ?? resource.account_id} />
              </PageLink>,
            ],
            ['Region', resource.region],
            [
              'Owner',
              can('ownership:read') ? (
                owners.length === 0 ? (
                  <span className="missing">nobody</span>
                ) : (
                  owners.map(({ team_id: team, team_name: teamName, user_id: user }) => (
                    <span key={team ?? user}>
                      {team === undefined ? (
                        <InventoryText text={user} />
                      ) : (
                        <PageLink to={`/teams/${team}`}>
                          <InventoryText text={teamName ?? team} />
                        </PageLink>
                      )}{' '}
                    </span>
                  ))
                )
              ) : undefined,
            ],
            [
              'Environment',
              can('ownership:read') ? <InventoryText text={ownership.data?.environment?.name} /> : undefined,
            ],
            [
              'Code',
              <Group key="code" gap="sm">
                <StatusMark value={resource.management_state} />
                {resource.drift === undefined ? null : <StatusMark value={resource.drift} />}
              </Group>,
            ],
            [
              'Exposure',
              resource.exposure === undefined ? undefined : <StatusMark value={resource.exposure} />,
            ],
            ['ARN', resource.arn === undefined ? undefined : <CopyText text={resource.arn} />],
            ['Native id', <CopyText key="id" text={resource.native_id} />],
            [
              'Created',
              resource.created_at_source === undefined ? undefined : (
                <TimeText at={resource.created_at_source} />
              ),
            ],
            ['First seen', <TimeText key="first" at={resource.first_discovered_at} />],
            ['Last changed', <TimeText key="changed" at={resource.last_changed_at} />],
            ['Last seen', <TimeText key="seen" at={resource.last_seen_at} />],
            [
              'Shared by',
              resource.shared_from === undefined ? undefined : (
                <InventoryText text={resource.shared_from.arn ?? resource.shared_from.account_id} />
              ),
            ],
          ]}
        />
      </section>
      <AddressTabs tabs={tabs} label="Parts of the resource" />
    </>
  );
}

function Configuration({ resource }: { readonly resource: ResourceDetail }) {
  const { unreadable = [], tags, configuration, volatile } = resource;
  return (
    <div className="panels">
      <section className="panel">
        <h2>Configuration</h2>
        {unreadable.map(({ part, reason, action }) => (
          <p key={part}>
            <StatusMark value={reason} /> {part} keeps its earlier value
            {action === undefined ? null : `: ${action} was refused`}
          </p>
        ))}
        <ValueTree value={configuration} label="configuration" />
      </section>
      <section className="panel">
        <h2>Tags</h2>
        <ValueTree value={tags} label="tags" />
        {volatile === undefined ? null : (
          <>
            <h2>Values that change by themselves</h2>
            <ValueTree value={volatile} label="volatile values" />
          </>
        )}
      </section>
    </div>
  );
}

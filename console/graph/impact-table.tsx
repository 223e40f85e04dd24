import type { Impact } from '../../api-client/api-types.ts';
import { DataTable } from '../shared/data-table.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatCount, plainWords } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';

/** What fails with a resource, and what only touches it. */
export function ImpactTable({ impact }: { readonly impact: Impact }) {
  const rows = impact.resources.toSorted(
    (one, other) => Number(other.fails) - Number(one.fails) || one.depth - other.depth,
  );
  const groups = [
    [
      'Applications',
      impact.by_application.map(({ application, resources }) => [application?.name, resources] as const),
    ],
    ['Teams', impact.by_team.map(({ team, resources }) => [team?.name, resources] as const)],
    [
      'Environments',
      impact.by_environment.map(({ environment, resources }) => [environment?.name, resources] as const),
    ],
  ] as const;
  return (
    <>
      <div className="panels panels-three">
        {groups.map(([name, members]) => (
          <section key={name} className="panel">
            <h2>{name}</h2>
            <ul>
              {members.map(([member, count]) => (
                <li key={member ?? ''}>
                  {member === undefined ? (
                    <span className="missing">none</span>
                  ) : (
                    <InventoryText text={member} />
                  )}
                  : {formatCount(count)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DataTable
        label="Impact"
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Resource',
            render: (row) =>
              row.entity_type === 'resource' ? (
                <PageLink to={`/resources/${row.id}`}>
                  <InventoryText text={row.name} />
                </PageLink>
              ) : (
                <InventoryText text={row.name} />
              ),
          },
          { key: 'type', header: 'Type', render: (row) => <InventoryText text={row.resource_type} /> },
          {
            key: 'fails',
            header: 'Effect',
            render: ({ fails, how }) =>
              fails ? <StatusMark value={how} /> : <span className="missing">only touches it</span>,
          },
          {
            key: 'path',
            header: 'By',
            render: ({ path }) => <InventoryText text={plainWords(path.at(-1)?.relationship_type ?? '')} />,
          },
          { key: 'depth', header: 'Depth', align: 'right', render: ({ depth }) => depth },
          { key: 'region', header: 'Region', render: ({ region }) => region },
        ]}
      />
      {impact.truncated ? (
        <p className="missing">The graph is larger than one answer: this is its nearest part.</p>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Exposure } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { choicesOf } from '../shared/choices.ts';
import { ListPage } from '../shared/list-page.tsx';
import { formatCount, formatNumberOf, plainWords } from '../shared/numbers.ts';
import { PageLink } from '../shared/page-link.tsx';
import { NodeLink } from './node-link.tsx';

const path = '/api/v1/graph/exposure';
const shownParts = 8;

export function ExposurePage() {
  return (
    <ListPage
      route="/exposure"
      title="Exposure"
      intro="What can be reached from outside, by which path, and what stops it."
      path={path}
      label="Exposure"
      empty="Nothing that was read can be reached from outside."
      idOf={({ resource, kind }) => `${resource.id} ${kind}`}
      filters={[
        { key: 'q', label: 'Resource' },
        { key: 'kind', label: 'Kind', options: choicesOf.exposureKind },
        { key: 'exposure', label: 'State', options: ['exposed', 'stopped'] },
        { key: 'resource_type', label: 'Type' },
      ]}
      columns={(column) => [
        { key: 'Resource', header: 'Resource', render: ({ resource }) => <NodeLink node={resource} /> },
        column.text('Type', ({ resource }) => resource.resource_type),
        column.status('State', ({ state }) => state),
        column.text('Kind', ({ kind }) => kind),
        column.text('Ports', ({ ports }) =>
          ports
            .map(({ protocol, from, to }) => `${protocol} ${from === to ? from : `${from}–${to}`}`)
            .join(', '),
        ),
        { key: 'Path', header: 'Path', render: (row) => <ExposurePath exposure={row} /> },
        { key: 'Stopped by', header: 'Stopped by', render: (row) => <Controls exposure={row} /> },
        column.text('Noted', ({ noted }) => noted.map(plainWords).join(', ')),
        column.time('Found', (row) => row.first_found_at),
      ]}
    >
      <UnreadParts />
    </ListPage>
  );
}

/** The resources from the internet to this one. */
function ExposurePath({ exposure: { resource, path: steps } }: { readonly exposure: Exposure }) {
  if (steps.length === 0) return <span className="missing">its own configuration</span>;
  return (
    <>
      <ol className="path-steps">
        <li>internet</li>
        {steps.map(({ node }) => (
          <li key={node.id}>
            <NodeLink node={node} />
          </li>
        ))}
      </ol>
      <PageLink to="/graph" search={{ root_type: 'resource', root_id: resource.id }}>
        Graph
      </PageLink>
    </>
  );
}

function Controls({ exposure: { stopped_by: controls } }: { readonly exposure: Exposure }) {
  if (controls.length === 0) return <span className="missing">nothing</span>;
  return controls.map(({ control, resource_id: id }) => (
    <div key={`${control} ${id ?? ''}`}>
      {id === undefined ? (
        plainWords(control)
      ) : (
        <PageLink to={`/resources/${id}`}>{plainWords(control)}</PageLink>
      )}
    </div>
  ));
}

/** The parts of the inventory that were not read, in which something can be exposed without being listed. */
function UnreadParts() {
  const { data } = useQuery(getting(path, { query: { limit: 1 } }));
  const parts = data?.not_read ?? [];
  if (parts.length === 0) return null;
  return (
    <details className="panel">
      <summary>
        Not read: {formatNumberOf(parts.length, 'part')} of the inventory, in which resources can be exposed
        without being listed
      </summary>
      <ul>
        {parts.slice(0, shownParts).map((part) => (
          <li key={`${part.aws_account_id} ${part.region ?? ''} ${part.resource_type ?? ''} ${part.reason}`}>
            <PageLink to={`/accounts/${part.aws_account_id}`}>account</PageLink> {part.region}{' '}
            {part.resource_type}: {plainWords(part.reason)}
          </li>
        ))}
      </ul>
      {parts.length > shownParts ? (
        <p>
          {formatCount(parts.length - shownParts)} more: <PageLink to="/coverage">see the coverage</PageLink>
        </p>
      ) : null}
    </details>
  );
}

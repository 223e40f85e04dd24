import { ListPage } from '../shared/list-page.tsx';
import { plainWords } from '../shared/numbers.ts';
import { choicesOf } from '../shared/choices.ts';

export function ExposurePage() {
  return (
    <ListPage
      route="/exposure"
      title="Exposure"
      intro="What can be reached from outside, by which path, and what stops it."
      path="/api/v1/graph/exposure"
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
        column.link(
          'Resource',
          ({ resource }) => resource.name,
          ({ resource }) => `/resources/${resource.id}`,
        ),
        column.text('Type', ({ resource }) => resource.resource_type),
        column.status('State', ({ state }) => state),
        column.text('Kind', ({ kind }) => kind),
        column.text('Ports', ({ ports }) =>
          ports
            .map(({ protocol, from, to }) => `${protocol} ${from === to ? from : `${from}–${to}`}`)
            .join(', '),
        ),
        column.text('Path', ({ path }) => path.map(({ node }) => node.name).join(' → ')),
        column.text('Stopped by', (row) =>
          row.stopped_by.map(({ control }) => plainWords(control)).join(', '),
        ),
        column.text('Noted', ({ noted }) => noted.map(plainWords).join(', ')),
        column.time('Found', (row) => row.first_found_at),
      ]}
    />
  );
}

import test from 'ava';
import { eventTypes, expandEventNames } from '../../../domain/events/event-types.ts';
import { permissions } from '../../../domain/identity/permissions.ts';

test('a wildcard stands for the types whose record the creator may read; a name that stands for none is refused', (t) => {
  const all = new Set(permissions);
  t.deepEqual(expandEventNames(['*'], all), { types: eventTypes, refused: [] });
  t.deepEqual(expandEventNames(['resource.*', 'plan.reported', 'resource.created'], all).types, [
    ...eventTypes.filter((type) => type.startsWith('resource.')),
    'plan.reported',
  ]);
  const some = new Set(['resources:read', 'scans:read'] as const);
  t.deepEqual(expandEventNames(['*', 'audit.entry', 'plan.*'], some), {
    types: [...eventTypes.filter((type) => type.startsWith('resource.')), 'scan.finished', 'query.matched'],
    refused: ['audit.entry', 'plan.*'],
  });
});

import type { ChangeKind } from '../values.ts';
import { foldTrailName } from './fold-name.ts';
import { versionless } from './operations.ts';

const creating =
  /^(?:Create|Run|Put|Register|Allocate|Request|Import|Copy|Restore|Publish|Purchase|Provision)(?=[A-Z])/;
const deleting = /^(?:Delete|BatchDelete|Terminate|Deregister|Release|Cancel)(?=[A-Z])/;

/**
 * Returns whether an operation can have caused a change of a kind, by the words of its name: for types without a collector,
 * of which the operation table has no rows. Only an operation that creates, or deletes, the resource itself fits `created`
 * and `reappeared`, or `deleted`; all others fit `updated`.
 *
 * @param eventName - operation of CloudTrail, e.g. `CreateProject`
 */
export function eventNameFits(eventName: string, kind: ChangeKind, type: string): boolean {
  const operation = versionless(eventName);
  const noun =
    operation
      .replace(creating, '')
      .replace(deleting, '')
      .split(/(?:From|To|With)(?=[A-Z])/, 1)[0] ?? '';
  const isOwn = foldTrailName(noun) === foldTrailName(type.split('::').at(-1) ?? '');
  if (kind === 'deleted') return deleting.test(operation) && isOwn;
  if (kind !== 'updated') return creating.test(operation) && isOwn;
  return !/^(?:Create|Run)(?=[A-Z])/.test(operation) && !(deleting.test(operation) && isOwn);
}

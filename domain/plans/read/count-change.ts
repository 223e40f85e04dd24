import { isSameValue } from './changed-paths.ts';
import type { PlanClass, PlanSummary } from './planned-change.ts';
import type { RawChange } from './raw-change.ts';

export function emptySummary(): PlanSummary {
  return {
    create: 0,
    update: 0,
    delete: 0,
    replace: 0,
    import: 0,
    forget: 0,
    move: 0,
    read: 0,
    no_op: 0,
    drift: 0,
  };
}

/**
 * Returns the counts that a change adds to. A managed change has one class; imports, moves, forgets, reads and drift count
 * apart. Deferred changes count nowhere, because the plan does not make them.
 */
export function classesOf(change: RawChange): readonly PlanClass[] {
  const { actions, origin, mode } = change;
  if (origin === 'drift') return isUnchanged(change) ? [] : ['drift'];
  if (origin === 'deferred') return [];
  if (mode !== 'managed') return mode === 'data' && actions.includes('read') ? ['read'] : [];
  const actionClass = classOfActions(actions);
  return [
    ...(actionClass === undefined ? [] : [actionClass]),
    ...(actions.includes('forget') ? (['forget'] as const) : []),
    ...(change.importing === undefined ? [] : (['import'] as const)),
    ...(change.previousAddress === undefined ? [] : (['move'] as const)),
  ];
}

/** Returns the class of actions; undefined for `["forget"]` and for actions of later versions. */
export function classOfActions(actions: readonly string[]): PlanClass | undefined {
  if (actions.length > 1) return actions.includes('create') ? 'replace' : undefined;
  const [action = ''] = actions;
  return Object.hasOwn(classByAction, action) ? classByAction[action] : undefined;
}

const classByAction: Readonly<Record<string, PlanClass>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  read: 'read',
  'no-op': 'no_op',
};

/** Terraform 0.15.2 to 1.0.0 lists every resource in `resource_drift`, later versions those that a `moved` block renames too. */
function isUnchanged({ before, after }: RawChange): boolean {
  return isSameValue(before, after);
}

/**
 * Returns whether a change is stored: a managed change that does something, a move or import, drift that changes something,
 * and a deferred change.
 */
export function isStored(change: RawChange): boolean {
  if (change.mode !== 'managed') return false;
  if (change.origin === 'drift') return !isUnchanged(change);
  if (change.origin !== undefined) return true;
  const isNoOp = change.actions.every((action) => action === 'no-op');
  return !isNoOp || change.previousAddress !== undefined || change.importing !== undefined;
}

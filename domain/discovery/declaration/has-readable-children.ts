import type { ListCall, TypeCollector } from './collector.ts';
import { meetsConditions } from './condition.ts';
import { declaredPlace } from './home.ts';
import type { RawItem } from '../observation/observe.ts';
import type { ScanScope } from './text-expression.ts';

/** Returns whether the list of children is read for a parent, as `parents` of the list call declares. */
export function hasReadableChildren(
  type: TypeCollector,
  parent: RawItem,
  { parents = [] }: ListCall,
  scope: ScanScope,
): boolean {
  if (parents !== 'home') return meetsConditions(parent, {}, parents, scope.account);
  const { account, region } = declaredPlace(type, parent, scope);
  return account === scope.account && region === scope.region;
}

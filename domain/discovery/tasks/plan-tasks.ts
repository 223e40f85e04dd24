import { missingAction, sufficientGroup } from '../../connections/cloud-control-access.ts';
import {
  cloudControlService,
  cloudControlType,
  withRequiredParents,
} from '../cloud-control/cloud-control-types.ts';
import { orderTasks } from './order-tasks.ts';
import type { PlannedTask } from './order-tasks.ts';
import {
  globalServices,
  regionalServices,
  resourceType,
  typesOfService,
} from '../declaration/resource-types.ts';
import { tasksPerActivity } from './scan-input.ts';
import { globalRegion } from '../../values.ts';

/** The part of one account that a scan covers. */
export interface PlanScope {
  /** Regions that are enabled in the account and selected in its settings. */
  readonly enabledRegions: readonly string[];
  /** `undefined`: every enabled region and `global`. */
  readonly regions: readonly string[] | undefined;
  /** `undefined`: every tier A type, and the tier B types in `hints`. The parents that listing a type requires are added. */
  readonly resourceTypes: readonly string[] | undefined;
  /** Tier B cells that probably contain resources. Cells with live rows are always included. */
  readonly hints: readonly { readonly region: string; readonly resourceType: string }[];
  /**
   * Permission groups of the role. Tier B types that the role cannot list are not planned. `undefined`: the permissions of the role
   * are unknown, and every type is planned.
   */
  readonly cloudControlGroups?: readonly string[] | undefined;
}

/** A tier B cell of the scope that the role cannot read. */
export interface UnpermittedCell {
  readonly region: string;
  readonly resourceType: string;
  /** IAM action that the role lacks. */
  readonly action: string;
  /** Permission group with which the role could list the type. */
  readonly group: string | undefined;
}

/**
 * Returns the tasks of one account: one per region and service, each with its resource types. Those of a region are in the order
 * in which activities claim them. Tasks of Cloud Control are the last ones, because they need the others to end.
 */
export function planTasks(plan: PlanScope): readonly PlannedTask[] {
  const scope = withParentTypes(plan);
  return regionsOf(plan).flatMap((region) => [
    ...orderTasks(tierATasks(scope, region), tasksPerActivity),
    ...cloudControlTasks(scope, region),
  ]);
}

/** Returns the tier B cells of the scope that are not planned because the role lacks an action to list them. */
export function listUnpermittedCells(plan: PlanScope): readonly UnpermittedCell[] {
  const scope = withParentTypes(plan);
  return regionsOf(plan).flatMap((region) =>
    cloudControlTypesOf(scope, region).flatMap((resourceType) => {
      const action = missingActionOf(scope, resourceType);
      return action === undefined
        ? []
        : [{ region, resourceType, action, group: sufficientGroup(resourceType) }];
    }),
  );
}

function regionsOf({ enabledRegions, regions }: PlanScope): readonly string[] {
  const available = [globalRegion, ...enabledRegions];
  return regions === undefined ? available : available.filter((region) => regions.includes(region));
}

function withParentTypes(plan: PlanScope): PlanScope {
  const types = plan.resourceTypes;
  return { ...plan, resourceTypes: types === undefined ? undefined : withRequiredParents(types) };
}

/** Whether a collector of either tier reads the type. */
export function isCollected(type: string): boolean {
  return resourceType(type) !== undefined || cloudControlType(type) !== undefined;
}

function tierATasks({ resourceTypes }: PlanScope, region: string): readonly PlannedTask[] {
  const services = region === globalRegion ? globalServices() : regionalServices();
  return services.flatMap((service) => {
    const types = typesOfService(service, region).filter((type) => resourceTypes?.includes(type) ?? true);
    return types.length === 0 ? [] : [{ region, service, resourceTypes: types }];
  });
}

function cloudControlTasks(plan: PlanScope, region: string): readonly PlannedTask[] {
  const types = cloudControlTypesOf(plan, region).filter((type) => missingActionOf(plan, type) === undefined);
  return types.length === 0
    ? []
    : [{ region, service: cloudControlService, resourceTypes: types.toSorted() }];
}

/** Returns the tier B types of the scope in a region. */
function cloudControlTypesOf({ resourceTypes, hints }: PlanScope, region: string): readonly string[] {
  const hinted = hints.filter((cell) => cell.region === region).map((cell) => cell.resourceType);
  return (resourceTypes ?? withRequiredParents(hinted)).filter((type) => {
    const declared = cloudControlType(type);
    return declared !== undefined && (declared.scope === 'global') === (region === globalRegion);
  });
}

function missingActionOf({ cloudControlGroups: groups }: PlanScope, type: string): string | undefined {
  return groups === undefined ? undefined : missingAction(type, groups);
}

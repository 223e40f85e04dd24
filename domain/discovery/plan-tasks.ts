import {
  cloudControlService,
  cloudControlType,
  withRequiredParents,
} from './cloud-control/cloud-control-types.ts';
import { globalServices, regionalServices, resourceType, typesOfService } from './resource-types.ts';
import { globalRegion } from '../values.ts';

/** One task of a scan: the resource types of one service in one region. */
export interface PlannedTask {
  readonly region: string;
  readonly service: string;
  readonly resourceTypes: readonly string[];
}

/** The part of one account that a scan covers. */
export interface PlanScope {
  /** Regions that are enabled in the account and selected in its settings. */
  readonly enabledRegions: readonly string[];
  /** `null`: every enabled region and `global`. */
  readonly regions: readonly string[] | null;
  /** `null`: every tier A type, and the tier B types in `hints`. The parents that listing a type requires are added. */
  readonly resourceTypes: readonly string[] | null;
  /** Tier B cells that probably contain resources. Cells with live rows are always included. */
  readonly hints: readonly { readonly region: string; readonly resourceType: string }[];
}

/** Returns the tasks of one account: one per region and service, each with its resource types. */
export function planTasks(plan: PlanScope): readonly PlannedTask[] {
  const available = [globalRegion, ...plan.enabledRegions];
  const regions =
    plan.regions === null ? available : available.filter((region) => plan.regions?.includes(region));
  const types = plan.resourceTypes;
  const scope = { ...plan, resourceTypes: types === null ? null : withRequiredParents(types) };
  return regions.flatMap((region) => [...tierATasks(scope, region), ...cloudControlTasks(scope, region)]);
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

function cloudControlTasks({ resourceTypes, hints }: PlanScope, region: string): readonly PlannedTask[] {
  const hinted = hints.filter((cell) => cell.region === region).map((cell) => cell.resourceType);
  const types = (resourceTypes ?? withRequiredParents(hinted)).filter((type) => {
    const declared = cloudControlType(type);
    return declared !== undefined && (declared.scope === 'global') === (region === globalRegion);
  });
  return types.length === 0
    ? []
    : [{ region, service: cloudControlService, resourceTypes: types.toSorted() }];
}

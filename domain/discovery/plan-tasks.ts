import { cloudControlService, cloudControlType } from './cloud-control/cloud-control-types.ts';
import { globalServices, regionalServices, resourceType, typesOfService } from './resource-types.ts';
import { globalRegion } from '../values.ts';

/** One row of a scan's plan. */
export interface PlannedTask {
  readonly region: string;
  readonly service: string;
  readonly resourceTypes: readonly string[];
}

/** What a scan covers of one account. */
export interface PlanScope {
  /** Regions of the account that are enabled and wanted. */
  readonly enabledRegions: readonly string[];
  /** `null`: every enabled region, and `global`. */
  readonly regions: readonly string[] | null;
  /** `null`: every type with a collector of its own, and those of `hints`. */
  readonly resourceTypes: readonly string[] | null;
  /** Cells of types that only Cloud Control reads and that something says exist; live rows say so always. */
  readonly hints: readonly { readonly region: string; readonly resourceType: string }[];
}

/** The rows of one account: region × service, each with the types that it reads. */
export function planTasks(scope: PlanScope): readonly PlannedTask[] {
  const here = [globalRegion, ...scope.enabledRegions];
  const regions = scope.regions === null ? here : here.filter((region) => scope.regions?.includes(region));
  return regions.flatMap((region) => [...ownTasks(scope, region), ...cloudControlTasks(scope, region)]);
}

/** Whether any collector reads the type. */
export function isCollected(type: string): boolean {
  return resourceType(type) !== undefined || cloudControlType(type) !== undefined;
}

function ownTasks({ resourceTypes }: PlanScope, region: string): readonly PlannedTask[] {
  const services = region === globalRegion ? globalServices() : regionalServices();
  return services.flatMap((service) => {
    const types = typesOfService(service, region).filter((type) => resourceTypes?.includes(type) ?? true);
    return types.length === 0 ? [] : [{ region, service, resourceTypes: types }];
  });
}

function cloudControlTasks({ resourceTypes, hints }: PlanScope, region: string): readonly PlannedTask[] {
  const wanted =
    resourceTypes ?? hints.filter((cell) => cell.region === region).map((cell) => cell.resourceType);
  const types = [...new Set(wanted)].filter((type) => {
    const declared = cloudControlType(type);
    return declared !== undefined && (declared.scope === 'global') === (region === globalRegion);
  });
  return types.length === 0
    ? []
    : [{ region, service: cloudControlService, resourceTypes: types.toSorted() }];
}

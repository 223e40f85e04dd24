import type { ServiceCollectors, TypeCollector } from './collector.ts';
import { byCodeUnit } from '../../json/canonical.ts';
import { SERVICES } from '../collectors/index.ts';
import { globalRegion } from '../../values.ts';

/** A tier A resource type as the API returns it. */
export interface ResourceType {
  readonly resourceType: string;
  /** IAM prefix of the service. It is also the service name of scan tasks. */
  readonly service: string;
  readonly name: string;
  readonly scope: 'global' | 'regional';
  readonly tier: 'A';
  readonly terraformTypes: readonly string[];
  /** IAM actions that collecting the type requires. */
  readonly actions: readonly string[];
}

const servicesByName = new Map(SERVICES.map((service) => [service.service, service]));
const collectorsByType = new Map(
  SERVICES.flatMap(({ types }) => types.map((type) => [type.resourceType, type] as const)),
);

/** Every tier A type, sorted by name. */
export const RESOURCE_TYPES: readonly ResourceType[] = SERVICES.flatMap((service) =>
  service.types.map((type) => ({
    resourceType: type.resourceType,
    service: service.service,
    name: type.title,
    scope: type.scope ?? service.scope,
    tier: 'A' as const,
    terraformTypes: type.terraform,
    actions: actionsOfType(service, type),
  })),
).sort((left, right) => byCodeUnit(left.resourceType, right.resourceType));

const typesByName = new Map(RESOURCE_TYPES.map((type) => [type.resourceType, type]));

/** Returns a type by name, or undefined when it is not in tier A. */
export function resourceType(name: string): ResourceType | undefined {
  return typesByName.get(name);
}

/** Returns the collector declaration of a tier A type, or undefined. */
export function collectorOf(name: string): TypeCollector | undefined {
  return collectorsByType.get(name);
}

/** Returns the collector declarations of a service, or undefined. */
export function serviceCollectors(service: string): ServiceCollectors | undefined {
  return servicesByName.get(service);
}

/** Returns the type names of a service that are read in `region`, in declaration order; all of them without a region. */
export function typesOfService(service: string, region?: string): readonly string[] {
  const declared = servicesByName.get(service);
  if (declared === undefined) return [];
  return declared.types
    .filter(
      (type) =>
        region === undefined ||
        (region === globalRegion ? isGlobal(declared, type) : isRegional(declared, type)),
    )
    .map((type) => type.resourceType);
}

/** Returns whether scans read a tier A type in a region. */
export function isReadIn(region: string, name: string): boolean {
  const type = typesByName.get(name);
  return type !== undefined && typesOfService(type.service, region).includes(name);
}

/** Whether a type is read in region `global`. A type with a `globalInput` is read in every region, too. */
function isGlobal(service: ServiceCollectors, type: TypeCollector): boolean {
  return (type.scope ?? service.scope) === 'global' || type.list.globalInput !== undefined;
}

function isRegional(service: ServiceCollectors, type: TypeCollector): boolean {
  return (type.scope ?? service.scope) === 'regional';
}

/** Names of the services that are scanned in every enabled region. */
export function regionalServices(): readonly string[] {
  return SERVICES.filter(({ scope }) => scope === 'regional').map(({ service }) => service);
}

/**
 * Names of the services that are scanned in region `global`. A service with types of both scopes is in both lists.
 */
export function globalServices(): readonly string[] {
  return SERVICES.filter((service) => service.types.some((type) => isGlobal(service, type))).map(
    ({ service }) => service,
  );
}

/** Names of the SDK packages that collectors of both tiers use, without their prefix. */
export function clientsOfCollectors(): readonly string[] {
  const calls = SERVICES.flatMap(({ client, types }) => [
    client,
    ...types.flatMap((type) => [type.list, ...(type.details ?? [])].flatMap((call) => call.client ?? [])),
  ]);
  return [...new Set([...calls, 'resource-groups-tagging-api', 'cloudcontrol'])];
}

/** Returns the IAM actions that one SDK operation requires. */
export function actionsOfCall(service: ServiceCollectors, operation: string): readonly string[] {
  return service.actions?.[operation] ?? [`${service.service}:${operation}`];
}

/** Every IAM action that the tier A collectors require, sorted and without duplicates. */
export function allActions(): readonly string[] {
  const actions = SERVICES.flatMap((service) => [
    ...actionsOfCall(service, service.probe.operation),
    ...(service.precondition ? actionsOfCall(service, service.precondition.operation) : []),
    ...service.types.flatMap((type) => actionsOfType(service, type)),
  ]);
  return [...new Set(actions)].sort(byCodeUnit);
}

function actionsOfType(service: ServiceCollectors, type: TypeCollector): readonly string[] {
  const lists = type.list.forEach ? [type.list, type.list.forEach] : [type.list];
  const actions = [...lists, ...(type.details ?? [])].flatMap(({ operation }) =>
    actionsOfCall(service, operation),
  );
  if (type.members) actions.push(...actionsOfCall(service, type.members.operation));
  if (type.tags && 'call' in type.tags) actions.push(...actionsOfCall(service, type.tags.call.operation));
  if (type.tags && 'taggingApi' in type.tags) actions.push('tag:GetResources');
  const parent = service.types.find(({ resourceType: name }) => name === type.parent);
  if (parent) actions.push(...actionsOfCall(service, parent.list.operation));
  return [...new Set(actions)].sort(byCodeUnit);
}

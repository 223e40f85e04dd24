import type { AwsCall, ServiceCollectors, TypeCollector } from './collector.ts';
import { byCodeUnit } from './canonical-json.ts';
import { SERVICES } from './collectors/index.ts';

/** A type as the API shows it. */
export interface ResourceType {
  readonly resourceType: string;
  /** IAM prefix, which is also the name of the service's tasks. */
  readonly service: string;
  readonly name: string;
  readonly scope: 'global' | 'regional';
  readonly tier: 'A';
  readonly terraformTypes: readonly string[];
  /** IAM actions that collecting the type needs. */
  readonly actions: readonly string[];
}

const servicesByName = new Map(SERVICES.map((service) => [service.service, service]));
const collectorsByType = new Map(
  SERVICES.flatMap(({ types }) => types.map((type) => [type.resourceType, type] as const)),
);

/** Every type of tier A, by name. */
export const RESOURCE_TYPES: readonly ResourceType[] = SERVICES.flatMap((service) =>
  service.types.map((type) => ({
    resourceType: type.resourceType,
    service: service.service,
    name: type.title,
    scope: service.scope,
    tier: 'A' as const,
    terraformTypes: type.terraform,
    actions: actionsOfType(service, type),
  })),
).sort((left, right) => byCodeUnit(left.resourceType, right.resourceType));

const typesByName = new Map(RESOURCE_TYPES.map((type) => [type.resourceType, type]));

/** One type, or undefined when tier A has no collector for it. */
export function resourceType(name: string): ResourceType | undefined {
  return typesByName.get(name);
}

/** The declaration of a type. */
export function collectorOf(name: string): TypeCollector | undefined {
  return collectorsByType.get(name);
}

/** All declarations of a service. */
export function serviceCollectors(service: string): ServiceCollectors | undefined {
  return servicesByName.get(service);
}

/** Type names of a service, in the order of their declarations; in `global`, those that have global instances. */
export function typesOfService(service: string, region?: string): readonly string[] {
  const declared = servicesByName.get(service);
  if (declared === undefined) return [];
  return declared.types
    .filter(
      (type) => region !== 'global' || declared.scope === 'global' || type.list.globalInput !== undefined,
    )
    .map((type) => type.resourceType);
}

/** Services that are scanned in every enabled region. */
export function regionalServices(): readonly string[] {
  return SERVICES.filter(({ scope }) => scope === 'regional').map(({ service }) => service);
}

/** Services that have a task in region `global`. A service with types of both kinds is in both lists. */
export function globalServices(): readonly string[] {
  return SERVICES.filter(
    ({ scope, types }) => scope === 'global' || types.some(({ list }) => list.globalInput !== undefined),
  ).map(({ service }) => service);
}

/** The call that shows whether a service may be used. */
export function probeOf(service: string): AwsCall | undefined {
  return servicesByName.get(service)?.probe;
}

/** IAM actions of one call. */
export function actionsOfCall(service: ServiceCollectors, operation: string): readonly string[] {
  return service.actions?.[operation] ?? [`${service.service}:${operation}`];
}

/** Every action that the role needs, sorted, each once; the template's policy is made of these. */
export function allActions(): readonly string[] {
  const actions = SERVICES.flatMap((service) => [
    ...actionsOfCall(service, service.probe.operation),
    ...(service.precondition ? actionsOfCall(service, service.precondition.operation) : []),
    ...service.types.flatMap((type) => actionsOfType(service, type)),
  ]);
  return [...new Set(actions)].sort(byCodeUnit);
}

function actionsOfType(service: ServiceCollectors, type: TypeCollector): readonly string[] {
  const actions = [type.list, ...(type.details ?? [])].flatMap(({ operation }) =>
    actionsOfCall(service, operation),
  );
  if (type.tags && 'call' in type.tags) actions.push(...actionsOfCall(service, type.tags.call.operation));
  if (type.tags && 'taggingApi' in type.tags) actions.push('tag:GetResources');
  const parent = service.types.find(({ resourceType: name }) => name === type.parent);
  if (parent) actions.push(...actionsOfCall(service, parent.list.operation));
  return [...new Set(actions)].sort(byCodeUnit);
}

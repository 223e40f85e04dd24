import type { ExposureControl, ExposureNote } from '../../values.ts';
import { addressFamilies } from './exposure-fact.ts';
import type { AddressFamily } from './exposure-fact.ts';
import type { FactIndex, Known } from './fact-index.ts';
import { passAcl } from './pass-acl.ts';
import { allPorts, intersect, mergePorts } from './port-ranges.ts';
import type { PortRange } from './port-ranges.ts';

/** A control that stops a path, and the resource that it is a setting of. */
export interface Stop {
  readonly control: ExposureControl;
  readonly resourceId?: string;
}

/** How the internet reaches interfaces in a subnet. */
export interface Reach {
  readonly ports: readonly PortRange[];
  readonly path: readonly string[];
  readonly stops: readonly Stop[];
  readonly notes: readonly ExposureNote[];
}

/** The networks of a region: how the internet reaches a subnet, through which route, security group and network ACL. */
export class InternetReach {
  readonly #facts: FactIndex;
  readonly #routesOfSubnet = new Map<string, Known<'routes'>>();
  readonly #mainRoutes = new Map<string, Known<'routes'>>();
  readonly #aclOfSubnet = new Map<string, Known<'acl'>>();
  readonly #mainAcls = new Map<string, Known<'acl'>>();
  readonly #excludedFromBlock = new Set<string>();

  constructor(facts: FactIndex) {
    this.#facts = facts;
    for (const routes of facts.all('routes')) {
      for (const subnet of routes.fact.subnets) this.#routesOfSubnet.set(subnet, routes);
      if (routes.fact.main) this.#mainRoutes.set(routes.fact.vpc, routes);
    }
    for (const acl of facts.all('acl')) {
      for (const subnet of acl.fact.subnets) this.#aclOfSubnet.set(subnet, acl);
      if (acl.fact.main) this.#mainAcls.set(acl.fact.vpc, acl);
    }
    for (const { fact } of facts.all('vpc_block_exclusion')) {
      const excluded = fact.vpc ?? fact.subnet;
      if (excluded !== undefined) this.#excludedFromBlock.add(excluded);
    }
  }

  /**
   * Returns how the internet reaches interfaces in the subnets: by the first subnet in which nothing stops it, else as the first
   * one is stopped. Undefined: the subnets are known and have no route.
   *
   * @param groups undefined: the resource has no security groups
   * @param wanted ports on which the resource listens
   */
  reach(
    vpc: string | undefined,
    subnets: readonly string[],
    groups: readonly string[] | undefined,
    ofFamilies: readonly AddressFamily[],
    wanted: readonly PortRange[] = allPorts,
  ): Reach | undefined {
    const reaches = (subnets.length === 0 ? [undefined] : subnets).flatMap((subnet) =>
      addressFamilies
        .filter((family) => ofFamilies.includes(family))
        .map((family) => this.#reachSubnet(vpc, subnet, groups, family, wanted)),
    );
    const open = reaches.filter(({ stops }) => stops.length === 0);
    const [best] = open.length > 0 ? open : reaches;
    if (best === undefined) return undefined;
    const chosen = open.length > 0 ? open : [best];
    return { ...best, ports: mergePorts(chosen.flatMap(({ ports }) => ports)) };
  }

  #reachSubnet(
    givenVpc: string | undefined,
    subnetId: string | undefined,
    groups: readonly string[] | undefined,
    family: AddressFamily,
    wanted: readonly PortRange[],
  ): Reach {
    const notes: ExposureNote[] = [];
    const stops: Stop[] = [];
    const subnet = subnetId === undefined ? undefined : this.#facts.find('subnet', subnetId);
    if (subnet === undefined) notes.push('subnet_not_read');
    const vpc = subnet?.fact.vpc ?? givenVpc;
    const routes =
      (subnetId === undefined ? undefined : this.#routesOfSubnet.get(subnetId)) ??
      (vpc === undefined ? undefined : this.#mainRoutes.get(vpc));
    const gatewayId = routes?.fact.gateways[family];
    const gateway = gatewayId === undefined ? undefined : this.#facts.find('gateway', gatewayId);
    if (routes === undefined) notes.push('route_table_not_read');
    else if (gatewayId === undefined) stops.push(stopOf('route_table', routes.resourceId));
    const [block] = this.#facts.all('vpc_block').filter((one) => one.own);
    const isExcluded = [vpc, subnetId].some((id) => id !== undefined && this.#excludedFromBlock.has(id));
    if (block !== undefined && !isExcluded) stops.push(stopOf('vpc_block_public_access', block.resourceId));

    const { open, group, isUnknown } = this.#openPorts(groups, family, wanted);
    if (isUnknown) notes.push('security_group_not_read');
    if (open.length === 0) stops.push(stopOf('security_group', group));
    const acl =
      (subnetId === undefined ? undefined : this.#aclOfSubnet.get(subnetId)) ??
      (vpc === undefined ? undefined : this.#mainAcls.get(vpc));
    const ports = acl === undefined ? open : passAcl(acl.fact.entries, family, open);
    if (acl === undefined) notes.push('network_acl_not_read');
    else if (open.length > 0 && ports.length === 0) stops.push(stopOf('network_acl', acl.resourceId));
    const path = [gateway?.resourceId, routes?.resourceId, subnet?.resourceId, group].filter(
      (id) => id !== undefined,
    );
    // Ports that would be reached without the controls.
    const blocked = open.length === 0 ? wanted : open;
    return { ports: stops.length > 0 ? blocked : ports, path, stops, notes };
  }

  /** Returns the wanted ports that security groups open to the internet, with the group that opens one, else the first one. */
  #openPorts(
    groups: readonly string[] | undefined,
    family: AddressFamily,
    wanted: readonly PortRange[],
  ): {
    readonly open: readonly PortRange[];
    readonly group: string | undefined;
    readonly isUnknown: boolean;
  } {
    if (groups === undefined) return { open: wanted, group: undefined, isUnknown: false };
    const known = groups.map((id) => this.#facts.find('group', id));
    const open = known.map((group) => intersect(wanted, group?.fact.open[family] ?? []));
    const found = open.findIndex((ports) => ports.length > 0);
    const group = known[Math.max(found, 0)]?.resourceId;
    const ports = mergePorts(open.flat());
    const isUnknown = groups.length === 0 || known.includes(undefined);
    // A group that was not read can open every port.
    return isUnknown && ports.length === 0
      ? { open: wanted, group, isUnknown }
      : { open: ports, group, isUnknown: false };
  }
}

export function stopOf(control: ExposureControl, resourceId: string | undefined): Stop {
  return resourceId === undefined ? { control } : { control, resourceId };
}

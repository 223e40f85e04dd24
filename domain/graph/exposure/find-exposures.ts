import { addToGroup } from '../../lists/add-to-group.ts';
import type {
  ExposedProtocol,
  ExposureControl,
  ExposureKind,
  ExposureNote,
  ExposureState,
} from '../../values.ts';
import { addressFamilies } from './exposure-fact.ts';
import type {
  AclEntry,
  ExposureFact,
  ExposureFactKind,
  AddressFamily,
  InterfaceFact,
  OpenStatement,
} from './exposure-fact.ts';
import { allPorts, intersect, lastPort, mergePorts, subtract } from './port-ranges.ts';
import type { PortRange } from './port-ranges.ts';

/** A resource with the part of its configuration that exposure depends on. */
export interface FactOfResource {
  readonly resourceId: string;
  readonly nativeId: string;
  readonly region: string;
  readonly fact: ExposureFact;
  /** Whether the resource belongs to the account whose exposures are asked for. Others only explain them. */
  readonly own: boolean;
}

/** Ports as the API returns them; `all` is every port of both protocols. */
export interface ExposedPorts {
  readonly protocol: ExposedProtocol;
  readonly from: number;
  readonly to: number;
}

/** That a resource can be reached from outside its organization. */
export interface FoundExposure {
  readonly resourceId: string;
  readonly kind: ExposureKind;
  readonly state: ExposureState;
  readonly ports: readonly ExposedPorts[];
  /** Resources from the internet to this one. */
  readonly path: readonly string[];
  readonly stoppedBy: readonly { readonly control: ExposureControl; readonly resourceId?: string }[];
  readonly noted: readonly ExposureNote[];
}

/**
 * Returns the exposures of an account's resources in one region, at most one of each kind for a resource: the reachable one, if
 * there is any. A configuration that the inventory does not have never stops a path; it is noted.
 *
 * Sources: VPC user guide, "Connect to the internet using an internet gateway", "Network ACLs", "Block public access to VPCs and
 * subnets"; S3 user guide, "Blocking public access"; Lambda developer guide, "Control access to function URLs".
 */
export function findExposures(facts: readonly FactOfResource[]): readonly FoundExposure[] {
  return new ExposureSearch(facts).run();
}

type Fact<K extends ExposureFactKind> = Extract<ExposureFact, { kind: K }>;
interface Known<K extends ExposureFactKind> extends FactOfResource {
  readonly fact: Fact<K>;
}
type Stop = FoundExposure['stoppedBy'][number];

/** How the internet reaches interfaces in a subnet. */
interface Reach {
  readonly ports: readonly PortRange[];
  readonly path: readonly string[];
  readonly stops: readonly Stop[];
  readonly notes: readonly ExposureNote[];
}

/** Ports that a client of a connection listens on. A network ACL without them drops every answer. */
const ephemeral: PortRange = { protocol: 'tcp', from: 1024, to: lastPort };

class ExposureSearch {
  readonly #facts: readonly FactOfResource[];
  readonly #byKind = new Map<ExposureFactKind, FactOfResource[]>();
  readonly #byNativeId = new Map<string, FactOfResource>();
  readonly #routesOfSubnet = new Map<string, Known<'routes'>>();
  readonly #mainRoutes = new Map<string, Known<'routes'>>();
  readonly #aclOfSubnet = new Map<string, Known<'acl'>>();
  readonly #mainAcls = new Map<string, Known<'acl'>>();
  readonly #protected = new Set<string>();
  readonly #excludedFromBlock = new Set<string>();
  readonly #found = new Map<string, FoundExposure>();

  constructor(facts: readonly FactOfResource[]) {
    this.#facts = facts;
    for (const one of facts) {
      addToGroup(this.#byKind, one.fact.kind, one);
      this.#byNativeId.set(`${one.fact.kind} ${one.nativeId}`, one);
    }
    for (const routes of this.#all('routes')) {
      for (const subnet of routes.fact.subnets) this.#routesOfSubnet.set(subnet, routes);
      if (routes.fact.main) this.#mainRoutes.set(routes.fact.vpc, routes);
    }
    for (const acl of this.#all('acl')) {
      for (const subnet of acl.fact.subnets) this.#aclOfSubnet.set(subnet, acl);
      if (acl.fact.main) this.#mainAcls.set(acl.fact.vpc, acl);
    }
    for (const { fact } of this.#all('waf')) this.#protected.add(fact.resource);
    for (const { fact } of this.#all('vpc_block_exclusion')) {
      const excluded = fact.vpc ?? fact.subnet;
      if (excluded !== undefined) this.#excludedFromBlock.add(excluded);
    }
  }

  run(): readonly FoundExposure[] {
    this.#interfaces();
    this.#balancers();
    this.#endpoints();
    this.#buckets();
    this.#shares();
    this.#functionUrls();
    this.#apis();
    for (const { resourceId } of this.#own('public_api_server', ({ open }) => open))
      this.#add(resourceId, 'endpoint', { ports: [{ protocol: 'tcp', from: 443, to: 443 }] });
    for (const { resourceId, fact } of this.#own('policy', ({ statements }) => statements.length > 0))
      this.#add(resourceId, 'policy', { notes: notesOf(fact.statements) });
    const own = new Set(this.#facts.filter((one) => one.own).map((one) => one.resourceId));
    return [...this.#found.values()].filter(({ resourceId }) => own.has(resourceId));
  }

  /** Interfaces with an address of the internet, and the instances that they are attached to. */
  #interfaces(): void {
    const known = new Set(this.#all('interface').map(({ nativeId }) => nativeId));
    for (const { resourceId, fact } of this.#all('interface')) {
      const instance = fact.instance === undefined ? undefined : this.#find('instance', fact.instance);
      if (fact.managed) continue;
      this.#interface(fact, instance === undefined ? [resourceId] : [resourceId, instance.resourceId]);
    }
    for (const { resourceId, fact } of this.#all('instance'))
      for (const one of fact.interfaces)
        if (one.id === undefined || !known.has(one.id)) this.#interface(one, [resourceId]);
  }

  #interface(fact: InterfaceFact, ends: readonly string[]): void {
    const exposed = ends.at(-1);
    if (exposed === undefined || fact.families.length === 0) return;
    const reach = this.#reach(fact.vpc, optionalList(fact.subnet), fact.groups, fact.families);
    // Without a route or an open port, the address of the internet reaches nothing.
    if (reach === undefined || reach.stops.some(({ control }) => isClosed(control))) return;
    this.#add(exposed, 'network', { ...reach, path: [...reach.path, ...ends] });
  }

  /** Load balancers for the internet, and the targets that they forward to. */
  #balancers(): void {
    const listeners = new Map<string, Known<'listener'>[]>();
    for (const listener of this.#all('listener')) addToGroup(listeners, listener.fact.balancer, listener);
    const ruled = new Map<string, string[]>();
    for (const { fact } of this.#all('rule'))
      for (const target of fact.targets) addToGroup(ruled, fact.listener, target);
    const groups = new Map<string, Known<'targets'>[]>();
    for (const group of this.#all('targets'))
      for (const balancer of group.fact.balancers) addToGroup(groups, balancer, group);

    const balancers = new Map(this.#all('balancer').map((one) => [one.fact.key, one]));
    const expose = (balancer: Known<'balancer'>, before: Reach | undefined): void => {
      const { fact, resourceId } = balancer;
      const own = listeners.get(fact.key) ?? [];
      const listened = [...fact.ports, ...own.flatMap((one) => one.fact.ports)];
      if (listened.length === 0) return;
      const reach = before ?? this.#reach(fact.vpc, fact.subnets, fact.groups, fact.families, listened);
      if (reach === undefined) return;
      const path = [...reach.path, resourceId];
      const notes = this.#protected.has(fact.key) ? [...reach.notes, 'waf' as const] : reach.notes;
      const reached = {
        ...reach,
        path,
        notes,
        ports: before === undefined ? reach.ports : intersectAll(listened, reach),
      };
      if (!this.#add(resourceId, 'network', reached)) return;
      for (const instance of fact.instances) {
        const target = this.#find('instance', instance);
        if (target !== undefined)
          this.#target(target.resourceId, reached, balancer, [], target.fact.interfaces);
      }
      for (const group of groups.get(fact.key) ?? []) {
        const through = own.filter(
          ({ fact: listener }) =>
            listener.targets.includes(group.fact.key) ||
            (ruled.get(listener.key) ?? []).includes(group.fact.key),
        );
        const forwarded =
          through.length === 0
            ? reached.ports
            : intersectAll(
                through.flatMap((one) => one.fact.ports),
                reached,
              );
        if (forwarded.length === 0 && reached.ports.length > 0) continue;
        const toGroup: Reach = { ...reached, ports: forwarded, path: [...path, group.resourceId] };
        for (const member of group.fact.members) {
          if (group.fact.type === 'alb') {
            const inner = balancers.get(member.id);
            if (inner !== undefined && !inner.fact.internet) expose(inner, toGroup);
            continue;
          }
          const target = this.#member(group.fact, member.id);
          if (target !== undefined)
            this.#target(target.resourceId, toGroup, balancer, member.ports, target.interfaces);
        }
      }
    };
    for (const balancer of balancers.values()) if (balancer.fact.internet) expose(balancer, undefined);
  }

  /** The resource that a target group names. */
  #member(
    { type, vpc }: Fact<'targets'>,
    id: string,
  ): { readonly resourceId: string; readonly interfaces: readonly InterfaceFact[] } | undefined {
    if (type === 'instance') {
      const instance = this.#find('instance', id);
      if (instance === undefined) return undefined;
      const attached = this.#attached.get(id) ?? instance.fact.interfaces;
      return { resourceId: instance.resourceId, interfaces: attached };
    }
    if (type === 'lambda') {
      const name = this.#functions.get(functionArn(id));
      return name === undefined ? undefined : { resourceId: name, interfaces: [] };
    }
    const found = this.#addresses.get(`${vpc ?? ''}/${id}`);
    if (found === undefined) return undefined;
    const instance =
      found.fact.instance === undefined ? undefined : this.#find('instance', found.fact.instance);
    return { resourceId: (instance ?? found).resourceId, interfaces: [found.fact] };
  }

  get #attached(): ReadonlyMap<string, InterfaceFact[]> {
    return (this.#attachedIndex ??= this.#indexAttached());
  }
  #attachedIndex: ReadonlyMap<string, InterfaceFact[]> | undefined;
  #indexAttached(): ReadonlyMap<string, InterfaceFact[]> {
    const index = new Map<string, InterfaceFact[]>();
    for (const { fact } of this.#all('interface'))
      if (fact.instance !== undefined) addToGroup(index, fact.instance, fact);
    return index;
  }

  get #addresses(): ReadonlyMap<string, Known<'interface'>> {
    return (this.#addressIndex ??= new Map(
      this.#all('interface').flatMap((one) => one.fact.addresses.map((address) => [address, one] as const)),
    ));
  }
  #addressIndex: ReadonlyMap<string, Known<'interface'>> | undefined;

  /** Functions by their ARN. */
  get #functions(): ReadonlyMap<string, string> {
    return (this.#functionIndex ??= new Map(
      this.#all('policy').flatMap(({ resourceId, fact }) =>
        fact.key === undefined ? [] : [[fact.key, resourceId]],
      ),
    ));
  }
  #functionIndex: ReadonlyMap<string, string> | undefined;

  /** A target is reached when one of its interfaces admits the load balancer. */
  #target(
    resourceId: string,
    reach: Reach,
    { fact: balancer }: Known<'balancer'>,
    ports: readonly PortRange[],
    interfaces: readonly InterfaceFact[],
  ): void {
    const closed = interfaces.length > 0 && interfaces.every((one) => !this.#admits(one, balancer, ports));
    const group = closed
      ? interfaces.flatMap(({ groups }) => groups).map((id) => this.#find('group', id))[0]
      : undefined;
    const stop: readonly Stop[] = closed ? [stopOf('security_group', group?.resourceId)] : [];
    this.#add(resourceId, 'network', {
      ...reach,
      path: [...reach.path, resourceId],
      stops: [...reach.stops, ...stop],
    });
  }

  #admits({ groups }: InterfaceFact, balancer: Fact<'balancer'>, ports: readonly PortRange[]): boolean {
    const known = groups.map((id) => this.#find('group', id));
    if (known.length === 0 || known.includes(undefined)) return true;
    const admitted = known.flatMap((group) => {
      if (group === undefined) return [];
      const { open, inner, peers } = group.fact;
      const ofPeers = peers
        .filter((peer) => balancer.groups?.includes(peer.group) === true)
        .flatMap((peer) => peer.ports);
      return [...open.v4, ...open.v6, ...inner, ...ofPeers];
    });
    return ports.length === 0 ? admitted.length > 0 : intersect(ports, mergePorts(admitted)).length > 0;
  }

  /** Databases, brokers and other resources with an endpoint that is marked as public. */
  #endpoints(): void {
    for (const { resourceId, fact } of this.#own('endpoint', (one) => one.public)) {
      const group = fact.subnetGroup === undefined ? undefined : this.#subnetGroups.get(fact.subnetGroup);
      const subnets = fact.subnets.length > 0 ? fact.subnets : (group ?? []);
      const wanted = fact.ports.length === 0 ? allPorts : fact.ports;
      const reach = this.#reach(fact.vpc, subnets, fact.groups, ['v4'], wanted);
      if (reach !== undefined)
        this.#add(resourceId, 'network', { ...reach, path: [...reach.path, resourceId] });
    }
  }

  get #subnetGroups(): ReadonlyMap<string, readonly string[]> {
    return (this.#subnetGroupIndex ??= new Map(
      this.#all('subnet_group').map(({ fact }) => [fact.name, fact.subnets]),
    ));
  }
  #subnetGroupIndex: ReadonlyMap<string, readonly string[]> | undefined;

  #buckets(): void {
    const [account] = this.#own('bucket_block', () => true);
    for (const { resourceId, fact } of this.#own(
      'bucket',
      ({ statements, acl }) => statements.length > 0 || acl,
    )) {
      const ways = [
        ...(fact.statements.length > 0
          ? [
              {
                own: fact.blocksPolicy,
                account: account?.fact.blocksPolicy === true,
                notes: notesOf(fact.statements),
              },
            ]
          : []),
        ...(fact.acl ? [{ own: fact.blocksAcl, account: account?.fact.blocksAcl === true, notes: [] }] : []),
      ];
      for (const way of ways)
        this.#add(resourceId, 'policy', {
          notes: way.notes,
          stops: [
            ...(way.account ? [stopOf('account_public_access_block', account?.resourceId)] : []),
            ...(way.own ? [stopOf('bucket_public_access_block', resourceId)] : []),
          ],
        });
    }
  }

  #shares(): void {
    const [block] = this.#own('snapshot_block', () => true);
    for (const { resourceId, fact } of this.#own('share', ({ shared }) => shared))
      this.#add(resourceId, 'share', {
        stops:
          fact.snapshot && block !== undefined
            ? [stopOf('snapshot_block_public_access', block.resourceId)]
            : [],
      });
  }

  /** A URL without authentication also needs a policy of its function that allows everyone. */
  #functionUrls(): void {
    const functions = new Map(
      this.#all('policy').flatMap((one) =>
        one.fact.key === undefined ? [] : [[one.fact.key, one] as const],
      ),
    );
    for (const { resourceId, fact } of this.#own('function_url', () => true)) {
      const target = functions.get(functionArn(fact.function));
      const isClosed = target !== undefined && target.fact.statements.length === 0;
      const exposed = target?.resourceId ?? resourceId;
      this.#add(exposed, 'endpoint', {
        ports: [{ protocol: 'tcp', from: 443, to: 443 }],
        path: target === undefined ? [resourceId] : [resourceId, exposed],
        stops: isClosed ? [stopOf('resource_policy', exposed)] : [],
        notes: target === undefined ? ['policy_not_read'] : [],
      });
    }
  }

  #apis(): void {
    const methods = new Map<string, Known<'api_method'>[]>();
    for (const method of this.#all('api_method')) addToGroup(methods, method.fact.api, method);
    const stages = new Map<string, Known<'api_stage'>[]>();
    for (const stage of this.#all('api_stage')) addToGroup(stages, stage.fact.api, stage);
    for (const { resourceId, fact } of this.#own('api', ({ internet }) => internet)) {
      const [method, ...others] = methods.get(fact.id) ?? [];
      if (method === undefined) continue;
      const ofApi = stages.get(fact.id) ?? [];
      const hasKeys = [method, ...others].every((one) => one.fact.key);
      const isProtected =
        ofApi.length > 0 &&
        ofApi.every(
          (stage) => stage.fact.waf || (stage.fact.key !== undefined && this.#protected.has(stage.fact.key)),
        );
      this.#add(resourceId, 'endpoint', {
        ports: [{ protocol: 'tcp', from: 443, to: 443 }],
        path: [...(ofApi[0] === undefined ? [] : [ofApi[0].resourceId]), resourceId, method.resourceId],
        stops: fact.policy === false ? [stopOf('resource_policy', resourceId)] : [],
        notes: [
          ...(isProtected ? (['waf'] as const) : []),
          ...(hasKeys ? (['api_key'] as const) : []),
          ...(ofApi.length === 0 ? (['stage_not_read'] as const) : []),
        ],
      });
    }
  }

  /**
   * Returns how the internet reaches interfaces in the subnets: by the first subnet in which nothing stops it, else as the first
   * one is stopped. Undefined: the subnets are known and have no route.
   *
   * @param groups undefined: the resource has no security groups
   * @param wanted ports on which the resource listens
   */
  #reach(
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
    const subnet = subnetId === undefined ? undefined : this.#find('subnet', subnetId);
    if (subnet === undefined) notes.push('subnet_not_read');
    const vpc = subnet?.fact.vpc ?? givenVpc;
    const routes =
      (subnetId === undefined ? undefined : this.#routesOfSubnet.get(subnetId)) ??
      (vpc === undefined ? undefined : this.#mainRoutes.get(vpc));
    const gatewayId = routes?.fact.gateways[family];
    const gateway = gatewayId === undefined ? undefined : this.#find('gateway', gatewayId);
    if (routes === undefined) notes.push('route_table_not_read');
    else if (gatewayId === undefined) stops.push(stopOf('route_table', routes.resourceId));
    const [block] = this.#all('vpc_block').filter((one) => one.own);
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
    const known = groups.map((id) => this.#find('group', id));
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

  /** Adds an exposure; of two of the same kind, the one that nothing stops. Returns false if a reachable one is known already. */
  #add(
    resourceId: string,
    kind: ExposureKind,
    {
      ports = [],
      path = [resourceId],
      stops = [],
      notes = [],
    }: Partial<Pick<Reach, 'ports' | 'path' | 'stops' | 'notes'>>,
  ): boolean {
    const key = `${kind} ${resourceId}`;
    const before = this.#found.get(key);
    const merged = before?.state === 'exposed' && stops.length === 0;
    if (before?.state === 'exposed' && stops.length > 0) return false;
    const found: FoundExposure = {
      resourceId,
      kind,
      state: stops.length === 0 ? 'exposed' : 'stopped',
      ports: presentPorts(merged ? [...expandPorts(before.ports), ...ports] : ports),
      path: merged ? before.path : path,
      stoppedBy: stops,
      // Two ways to one resource are as open as the one with fewer notes.
      noted: [...new Set(merged && before.noted.length <= notes.length ? before.noted : notes)],
    };
    this.#found.set(key, found);
    return !merged || JSON.stringify(found.ports) !== JSON.stringify(before.ports);
  }

  #all<K extends ExposureFactKind>(kind: K): readonly Known<K>[] {
    return (this.#byKind.get(kind) ?? []) as unknown as readonly Known<K>[];
  }

  #own<K extends ExposureFactKind>(kind: K, test: (fact: Fact<K>) => boolean): readonly Known<K>[] {
    return this.#all(kind).filter((one) => one.own && test(one.fact));
  }

  #find<K extends ExposureFactKind>(kind: K, nativeId: string): Known<K> | undefined {
    return this.#byNativeId.get(`${kind} ${nativeId}`) as Known<K> | undefined;
  }
}

function stopOf(control: ExposureControl, resourceId: string | undefined): Stop {
  return resourceId === undefined ? { control } : { control, resourceId };
}

/** Controls without which an interface is open: their absence is no exposure that something stops. */
function isClosed(control: ExposureControl): boolean {
  return control === 'route_table' || control === 'security_group';
}

function notesOf(statements: readonly OpenStatement[]): readonly ExposureNote[] {
  return statements.every(({ conditions }) => conditions.length > 0) ? ['conditions'] : [];
}

function intersectAll(ports: readonly PortRange[], { ports: reached }: Reach): readonly PortRange[] {
  return intersect(mergePorts(ports), reached);
}

function optionalList(id: string | undefined): readonly string[] {
  return id === undefined ? [] : [id];
}

/** Returns the ARN of a function without version and alias. */
function functionArn(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}

/**
 * Returns the ports that a network ACL admits from the internet. Rules apply in the order of their numbers, and the first that
 * matches decides. Source: VPC user guide, "Network ACL rules".
 */
export function passAcl(
  entries: readonly AclEntry[],
  family: AddressFamily,
  ports: readonly PortRange[],
): readonly PortRange[] {
  const answers = filterByAcl(entries, family, true, [ephemeral, { ...ephemeral, protocol: 'udp' }]);
  return filterByAcl(entries, family, false, ports).filter(({ protocol }) =>
    answers.some((answer) => answer.protocol === protocol),
  );
}

function filterByAcl(
  entries: readonly AclEntry[],
  family: AddressFamily,
  egress: boolean,
  ports: readonly PortRange[],
): readonly PortRange[] {
  let undecided = ports;
  const admitted: PortRange[] = [];
  for (const entry of entries) {
    if (entry.egress !== egress || entry.family !== family) continue;
    if (entry.allows) admitted.push(...intersect(undecided, entry.ports));
    undecided = subtract(undecided, entry.ports);
  }
  return mergePorts(admitted);
}

function presentPorts(ports: readonly PortRange[]): readonly ExposedPorts[] {
  const merged = mergePorts(ports);
  const isAll = allPorts.every((all) =>
    merged.some(({ protocol, from, to }) => protocol === all.protocol && from === 0 && to === lastPort),
  );
  return isAll ? [{ protocol: 'all', from: 0, to: lastPort }] : merged;
}

function expandPorts(ports: readonly ExposedPorts[]): readonly PortRange[] {
  return ports.flatMap(({ protocol, from, to }) =>
    protocol === 'all' ? allPorts : [{ protocol, from, to }],
  );
}

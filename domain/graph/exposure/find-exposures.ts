import { addToGroup } from '../../lists/add-to-group.ts';
import type {
  ExposedProtocol,
  ExposureControl,
  ExposureKind,
  ExposureNote,
  ExposureState,
} from '../../values.ts';
import type { InterfaceFact, OpenStatement } from './exposure-fact.ts';
import { FactIndex } from './fact-index.ts';
import type { ExposureFactOf, FactOfResource, Known } from './fact-index.ts';
import { InternetReach, stopOf } from './internet-reach.ts';
import type { Reach, Stop } from './internet-reach.ts';
import { allPorts, intersect, lastPort, mergePorts } from './port-ranges.ts';
import type { PortRange } from './port-ranges.ts';

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
  readonly stoppedBy: readonly Stop[];
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
  const own = new Set(facts.filter((one) => one.own).map(({ resourceId }) => resourceId));
  return new ExposureSearch(new FactIndex(facts)).run().filter(({ resourceId }) => own.has(resourceId));
}

class ExposureSearch {
  readonly #facts: FactIndex;
  readonly #network: InternetReach;
  readonly #protected: ReadonlySet<string>;
  readonly #found = new Map<string, FoundExposure>();

  constructor(facts: FactIndex) {
    this.#facts = facts;
    this.#network = new InternetReach(facts);
    this.#protected = new Set(facts.all('waf').map(({ fact }) => fact.resource));
  }

  run(): readonly FoundExposure[] {
    this.#interfaces();
    this.#balancers();
    this.#endpoints();
    this.#buckets();
    this.#shares();
    this.#functionUrls();
    this.#apis();
    for (const { resourceId } of this.#facts.own('public_api_server', ({ open }) => open))
      this.#add(resourceId, 'endpoint', { ports: [{ protocol: 'tcp', from: 443, to: 443 }] });
    for (const { resourceId, fact } of this.#facts.own('policy', ({ statements }) => statements.length > 0))
      this.#add(resourceId, 'policy', { notes: notesOf(fact.statements) });
    return [...this.#found.values()];
  }

  /** Interfaces with an address of the internet, and the instances that they are attached to. */
  #interfaces(): void {
    const known = new Set(this.#facts.all('interface').map(({ nativeId }) => nativeId));
    for (const { resourceId, fact } of this.#facts.all('interface')) {
      const instance = fact.instance === undefined ? undefined : this.#facts.find('instance', fact.instance);
      if (fact.managed) continue;
      this.#interface(fact, instance === undefined ? [resourceId] : [resourceId, instance.resourceId]);
    }
    for (const { resourceId, fact } of this.#facts.all('instance'))
      for (const one of fact.interfaces)
        if (one.id === undefined || !known.has(one.id)) this.#interface(one, [resourceId]);
  }

  #interface(fact: InterfaceFact, ends: readonly string[]): void {
    const exposed = ends.at(-1);
    if (exposed === undefined || fact.families.length === 0) return;
    const reach = this.#network.reach(fact.vpc, optionalList(fact.subnet), fact.groups, fact.families);
    // Without a route or an open port, the address of the internet reaches nothing.
    if (reach === undefined || reach.stops.some(({ control }) => isClosed(control))) return;
    this.#add(exposed, 'network', { ...reach, path: [...reach.path, ...ends] });
  }

  /** Load balancers for the internet, and the targets that they forward to. */
  #balancers(): void {
    const listeners = new Map<string, Known<'listener'>[]>();
    for (const listener of this.#facts.all('listener'))
      addToGroup(listeners, listener.fact.balancer, listener);
    const ruled = new Map<string, string[]>();
    for (const { fact } of this.#facts.all('rule'))
      for (const target of fact.targets) addToGroup(ruled, fact.listener, target);
    const groups = new Map<string, Known<'targets'>[]>();
    for (const group of this.#facts.all('targets'))
      for (const balancer of group.fact.balancers) addToGroup(groups, balancer, group);

    const balancers = new Map(this.#facts.all('balancer').map((one) => [one.fact.key, one]));
    const expose = (balancer: Known<'balancer'>, before: Reach | undefined): void => {
      const { fact, resourceId } = balancer;
      const own = listeners.get(fact.key) ?? [];
      const listened = [...fact.ports, ...own.flatMap((one) => one.fact.ports)];
      if (listened.length === 0) return;
      const reach =
        before ?? this.#network.reach(fact.vpc, fact.subnets, fact.groups, fact.families, listened);
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
        const target = this.#facts.find('instance', instance);
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
    { type, vpc }: ExposureFactOf<'targets'>,
    id: string,
  ): { readonly resourceId: string; readonly interfaces: readonly InterfaceFact[] } | undefined {
    if (type === 'instance') {
      const instance = this.#facts.find('instance', id);
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
      found.fact.instance === undefined ? undefined : this.#facts.find('instance', found.fact.instance);
    return { resourceId: (instance ?? found).resourceId, interfaces: [found.fact] };
  }

  get #attached(): ReadonlyMap<string, InterfaceFact[]> {
    return (this.#attachedIndex ??= this.#indexAttached());
  }
  #attachedIndex: ReadonlyMap<string, InterfaceFact[]> | undefined;
  #indexAttached(): ReadonlyMap<string, InterfaceFact[]> {
    const index = new Map<string, InterfaceFact[]>();
    for (const { fact } of this.#facts.all('interface'))
      if (fact.instance !== undefined) addToGroup(index, fact.instance, fact);
    return index;
  }

  get #addresses(): ReadonlyMap<string, Known<'interface'>> {
    return (this.#addressIndex ??= new Map(
      this.#facts
        .all('interface')
        .flatMap((one) => one.fact.addresses.map((address) => [address, one] as const)),
    ));
  }
  #addressIndex: ReadonlyMap<string, Known<'interface'>> | undefined;

  /** Functions by their ARN. */
  get #functions(): ReadonlyMap<string, string> {
    return (this.#functionIndex ??= new Map(
      this.#facts
        .all('policy')
        .flatMap(({ resourceId, fact }) => (fact.key === undefined ? [] : [[fact.key, resourceId]])),
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
      ? interfaces.flatMap(({ groups }) => groups).map((id) => this.#facts.find('group', id))[0]
      : undefined;
    const stop: readonly Stop[] = closed ? [stopOf('security_group', group?.resourceId)] : [];
    this.#add(resourceId, 'network', {
      ...reach,
      path: [...reach.path, resourceId],
      stops: [...reach.stops, ...stop],
    });
  }

  #admits(
    { groups }: InterfaceFact,
    balancer: ExposureFactOf<'balancer'>,
    ports: readonly PortRange[],
  ): boolean {
    const known = groups.map((id) => this.#facts.find('group', id));
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
    for (const { resourceId, fact } of this.#facts.own('endpoint', (one) => one.public)) {
      const group = fact.subnetGroup === undefined ? undefined : this.#subnetGroups.get(fact.subnetGroup);
      const subnets = fact.subnets.length > 0 ? fact.subnets : (group ?? []);
      const wanted = fact.ports.length === 0 ? allPorts : fact.ports;
      const reach = this.#network.reach(fact.vpc, subnets, fact.groups, ['v4'], wanted);
      if (reach !== undefined)
        this.#add(resourceId, 'network', { ...reach, path: [...reach.path, resourceId] });
    }
  }

  get #subnetGroups(): ReadonlyMap<string, readonly string[]> {
    return (this.#subnetGroupIndex ??= new Map(
      this.#facts.all('subnet_group').map(({ fact }) => [fact.name, fact.subnets]),
    ));
  }
  #subnetGroupIndex: ReadonlyMap<string, readonly string[]> | undefined;

  #buckets(): void {
    const [account] = this.#facts.own('bucket_block', () => true);
    for (const { resourceId, fact } of this.#facts.own(
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
    const [block] = this.#facts.own('snapshot_block', () => true);
    for (const { resourceId, fact } of this.#facts.own('share', ({ shared }) => shared))
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
      this.#facts
        .all('policy')
        .flatMap((one) => (one.fact.key === undefined ? [] : [[one.fact.key, one] as const])),
    );
    for (const { resourceId, fact } of this.#facts.own('function_url', () => true)) {
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
    for (const method of this.#facts.all('api_method')) addToGroup(methods, method.fact.api, method);
    const stages = new Map<string, Known<'api_stage'>[]>();
    for (const stage of this.#facts.all('api_stage')) addToGroup(stages, stage.fact.api, stage);
    for (const { resourceId, fact } of this.#facts.own('api', ({ internet }) => internet)) {
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

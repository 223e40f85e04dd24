import type { AccessStatement } from '../../../domain/graph/access/access-statement.ts';
import { knownAwsPolicies } from '../../../domain/graph/access/aws-policies.ts';
import { evaluateAccess, servicesOfResource } from '../../../domain/graph/access/evaluate-access.ts';
import type {
  AccessCaller,
  AccessedResource,
  FoundAccess,
  NotEvaluated,
} from '../../../domain/graph/access/evaluate-access.ts';
import { actionServicesOf } from '../../../domain/graph/access/read-access-fact.ts';
import { hasWildcard } from '../../../domain/graph/access/wildcard.ts';
import { readArn } from '../../../domain/mapping/arn.ts';
import type { AccessHolderKind } from '../../../domain/values.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { selectNodes } from '../read/graph-node.ts';
import type { NodeRow } from '../read/graph-node.ts';

/** What a principal may do with a resource. */
export interface AccessRow extends FoundAccess {
  /** Of a principal outside of the inventory without an id if no relationship names it. */
  readonly principal: Omit<NodeRow, 'id'> & { readonly id: string | undefined };
  readonly resource: NodeRow;
}

export interface AccessPage {
  readonly rows: readonly AccessRow[];
  /** Where the next page begins. */
  readonly next: AccessPosition | undefined;
}

/** The last principal or resource of a page, and how many of its rows the page has. */
export interface AccessPosition {
  readonly id: string;
  readonly taken: number;
}

interface StoredResource {
  readonly id: string;
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly account: string;
  readonly awsAccountId: string;
}

interface StoredPolicies {
  readonly resourceId: string;
  readonly awsAccountId: string;
  readonly account: string;
  readonly kind: AccessHolderKind | undefined;
  readonly name: string | undefined;
  readonly arn: string | undefined;
  readonly policyArns: readonly string[];
  readonly boundaryArn: string | undefined;
  readonly groupNames: readonly string[];
  readonly statements: readonly AccessStatement[];
}

/** Follows the ids of all principals of the inventory. */
const outsideId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const callersPerBatch = 500;
const resourcesPerBatch = 500;

/** Returns the resource with its policy, if it exists and has an ARN by which policies can name it. */
export async function findAccessedResource(
  tenant: Tenant,
  resourceId: string,
): Promise<(AccessedResource & { readonly id: string }) | undefined> {
  const resource = await findResource(tenant, resourceId);
  if (resource?.arn === undefined) return undefined;
  const [own] = await selectPolicies(tenant, sql`p.resource_id = ${resourceId}`);
  const { id, arn, account, resourceType } = resource;
  return { id, arn, account, resourceType, policy: resourceStatements(own) };
}

/**
 * Lists the principals that policies name for a resource, by id: users and roles of its account and those of other connected
 * accounts that its policy names; then, on the last page, the parties of its policy that the inventory does not have.
 */
export async function listCallers(
  tenant: Tenant,
  resource: AccessedResource & { readonly id: string },
  action: string | undefined,
  limit: number,
  after: AccessPosition | undefined,
): Promise<AccessPage> {
  const loaded = new PolicyLoader(tenant);
  const services =
    action === undefined ? servicesOfResource(resource) : [action.split(':', 1)[0]?.toLowerCase() ?? ''];
  const named = [...new Set(resource.policy.flatMap(({ principals }) => principals ?? []))];
  const accounts = [
    resource.account,
    ...named.map((one) => (/^\d{12}$/.test(one) ? one : (readArn(one)?.account ?? ''))),
  ];
  const relevant = await loaded.relevantOf(services, accounts);
  const isForAll =
    named.includes('*') || resource.policy.some(({ notPrincipals }) => notPrincipals !== undefined);
  const node = await nodeOf(tenant, resource.id);
  if (node === undefined) return { rows: [], next: undefined };
  const page = new PageBuilder(limit, after);
  for (let last = page.from; last !== outsideId;) {
    const callers = await selectPolicies(
      tenant,
      sql`p.kind in ('user', 'role') and a.account_id = any(${accounts}::text[])
        and (${last}::uuid is null or p.resource_id >= ${last}::uuid)
        and (${isForAll} or p.arn = any(${named}::text[]) or p.services && ${[...services, '*']}::text[]
          or p.policy_arns && ${relevant.policyArns}::text[] or p.group_names && ${relevant.groupNames}::text[])
        order by p.resource_id limit ${callersPerBatch}`,
    );
    await loaded.add(callers);
    const nodes = await nodesOf(
      tenant,
      callers.map(({ resourceId }) => resourceId),
    );
    for (const stored of callers) {
      const principal = nodes.get(stored.resourceId);
      last = stored.resourceId;
      if (principal === undefined) continue;
      const caller = loaded.callerOf(stored);
      const found = evaluateAccess(caller, resource, action);
      const isFull = page.add(
        stored.resourceId,
        found.map((one) => ({ ...complete(one, caller), principal, resource: node })),
      );
      if (isFull) return page.result();
    }
    if (callers.length < callersPerBatch) break;
  }
  page.add(outsideId, await outsideCallers(tenant, resource, node, named, action));
  return page.result();
}

/** Collects the rows of a page. The rows of one id can be on two pages. */
class PageBuilder {
  readonly #limit: number;
  readonly #after: AccessPosition | undefined;
  readonly #rows: AccessRow[] = [];
  readonly #seen = new Set<string>();
  #next: AccessPosition | undefined;

  constructor(limit: number, after: AccessPosition | undefined) {
    this.#limit = limit;
    this.#after = after;
  }

  /** The id from which rows are read, itself included. */
  get from(): string | undefined {
    return this.#after?.id;
  }

  /** Adds the rows of the next id; ids may repeat. Returns whether the page is full and another one follows. */
  add(id: string, rows: readonly AccessRow[]): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const taken = id === this.#after?.id ? this.#after.taken : 0;
    const room = this.#limit - this.#rows.length;
    const rest = rows.slice(taken);
    this.#rows.push(...rest.slice(0, room));
    if (rest.length <= room) return false;
    this.#next = { id, taken: taken + room };
    return true;
  }

  result(): AccessPage {
    return { rows: this.#rows, next: this.#next };
  }
}

/** Lists the resources that a principal may use, by id. Only resources with an ARN can be named by policies. */
export async function listReachable(
  tenant: Tenant,
  principalId: string,
  action: string | undefined,
  limit: number,
  after: AccessPosition | undefined,
): Promise<AccessPage | undefined> {
  const [stored] = await selectPolicies(
    tenant,
    sql`p.resource_id = ${principalId} and p.kind in ('user', 'role')`,
  );
  const principal = stored === undefined ? undefined : await nodeOf(tenant, principalId);
  if (stored === undefined || principal === undefined) return undefined;
  const loaded = new PolicyLoader(tenant);
  await loaded.add([stored]);
  const caller = loaded.callerOf(stored);
  const starts = startsOf(caller.identity ?? []);
  const page = new PageBuilder(limit, after);
  for (let last = page.from; ;) {
    const found = await rowsOf<StoredResource & { readonly policy: readonly AccessStatement[] | undefined }>(
      tenant,
      sql`select r.id, r.resource_type, r.arn, a.account_id as account, r.aws_account_id, p.statements as policy
        from resources r
        join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id
        left join access_policies p on p.organization_id = r.organization_id and p.resource_id = r.id
        where r.organization_id = ${tenant.organizationId} and r.status <> 'deleted' and r.arn is not null
          and (${last}::uuid is null or r.id >= ${last}::uuid)
          and (r.arn ^@ any(${starts.beginnings}::text[]) or r.arn = any(${starts.bases}::text[])
            or p.parties && ${[caller.id, caller.account ?? '', '*']}::text[])
        order by r.id limit ${resourcesPerBatch}`,
    );
    const nodes = await nodesOf(
      tenant,
      found.map(({ id }) => id),
    );
    for (const resource of found) {
      last = resource.id;
      const node = nodes.get(resource.id);
      if (resource.arn === undefined || node === undefined) continue;
      const accessed = {
        arn: resource.arn,
        account: resource.account,
        resourceType: resource.resourceType,
        policy: (resource.policy ?? []).filter(isOfResource),
      };
      const rows = evaluateAccess(caller, accessed, action).map((one) => {
        return { ...complete(one, caller), principal, resource: node };
      });
      if (page.add(resource.id, rows)) return page.result();
    }
    if (found.length < resourcesPerBatch) return page.result();
  }
}

/** What can also deny it: policies of AWS Organizations that are not read, and the policies of a session. */
function complete(found: FoundAccess, caller: AccessCaller): FoundAccess {
  if (found.decision === 'denied') return found;
  const gaps: readonly NotEvaluated[] = [
    ...found.notEvaluated,
    ...(caller.unreadPolicies ?? []).map((value) => ({ kind: 'policy_not_read' as const, value })),
    ...(caller.controls === undefined && caller.account !== undefined
      ? [{ kind: 'service_control_policies' as const }]
      : []),
    { kind: 'resource_control_policies' },
    ...(caller.kind === 'role' ? [{ kind: 'session_policies' as const }] : []),
  ];
  return { ...found, notEvaluated: gaps };
}

/** The parties of a resource policy that are no principals of the inventory: services, accounts, everyone. */
async function outsideCallers(
  tenant: Tenant,
  resource: AccessedResource,
  node: NodeRow,
  named: readonly string[],
  action: string | undefined,
): Promise<readonly AccessRow[]> {
  const { organizationId } = tenant;
  const everyone = resource.policy.some(
    ({ notPrincipals, effect }) => notPrincipals !== undefined && effect === 'Allow',
  );
  const parties = [...new Set([...named, ...(everyone ? ['*'] : [])])];
  const inInventory = await rowsOf<{ arn: string }>(
    tenant,
    sql`select arn from access_policies where organization_id = ${organizationId} and arn = any(${parties}::text[])`,
  );
  const known = new Set(inInventory.map(({ arn }) => arn));
  const outside = parties.filter((party) => !known.has(party));
  const nodes = await rowsOf<NodeRow>(
    tenant,
    selectNodes(
      organizationId,
      sql`select x.id from external_nodes x where x.organization_id = ${organizationId}
        and x.identifier = any(${outside}::text[])`,
    ),
  );
  const byName = new Map(nodes.map((one) => [one.name, one]));
  return outside.toSorted().flatMap((party) => {
    const caller = outsideCaller(party);
    const found = evaluateAccess(caller, resource, action);
    const principal = byName.get(party) ?? {
      entityType: 'external' as const,
      id: undefined,
      name: party,
      resourceType: caller.kind === 'anyone' || caller.kind === 'service' ? caller.kind : undefined,
      awsAccountId: undefined,
      accountId: caller.account,
      region: undefined,
    };
    return found.map((one) => ({ ...complete(one, caller), principal, resource: node }));
  });
}

function outsideCaller(party: string): AccessCaller {
  if (party === '*') return { id: party, kind: 'anyone' };
  if (/^\d{12}$/.test(party)) return { id: party, kind: 'account', account: party };
  const arn = readArn(party);
  if (arn === null) return { id: party, kind: party.includes('.amazonaws.com') ? 'service' : 'provider' };
  if (arn.service !== 'iam' || arn.resource.includes('-provider/')) return { id: party, kind: 'provider' };
  return { id: party, kind: arn.resource.startsWith('user/') ? 'user' : 'role', account: arn.account };
}

/** Loads managed policies and groups once for all callers of a request. */
class PolicyLoader {
  readonly #tenant: Tenant;
  readonly #managed = new Map<string, readonly AccessStatement[]>(knownAwsPolicies);
  readonly #groups = new Map<string, StoredPolicies>();
  readonly #controls = new Map<string, AccessCaller['controls']>();
  readonly #asked = new Set<string>(knownAwsPolicies.keys());

  constructor(tenant: Tenant) {
    this.#tenant = tenant;
  }

  /** Managed policies and groups of accounts whose statements name one of the services. */
  async relevantOf(
    services: readonly string[],
    accounts: readonly string[],
  ): Promise<{ readonly policyArns: readonly string[]; readonly groupNames: readonly string[] }> {
    const wanted = [...services, '*'];
    const ofAccounts = sql`a.account_id = any(${accounts}::text[])`;
    const isNamed = sql`p.services && ${wanted}::text[]`;
    const policies = await selectPolicies(
      this.#tenant,
      sql`p.kind = 'policy' and ${ofAccounts} and ${isNamed}`,
    );
    for (const { arn, statements } of policies) if (arn !== undefined) this.#keep(arn, statements);
    const ofAws = [...knownAwsPolicies]
      .filter(([, statements]) =>
        statements.flatMap(actionServicesOf).some((service) => wanted.includes(service)),
      )
      .map(([arn]) => arn);
    const policyArns = [...ofAws, ...policies.flatMap(({ arn }) => arn ?? [])];
    const groups = await selectPolicies(
      this.#tenant,
      sql`p.kind = 'group' and ${ofAccounts} and (${isNamed} or p.policy_arns && ${policyArns}::text[])`,
    );
    return { policyArns, groupNames: [...new Set(groups.flatMap(({ name }) => name ?? []))] };
  }

  /** Loads what is attached to callers. */
  async add(callers: readonly StoredPolicies[]): Promise<void> {
    for (const account of new Set(callers.map((caller) => caller.account)))
      if (!this.#controls.has(account))
        this.#controls.set(account, await readControls(this.#tenant, account));
    const groupKeys = callers.flatMap((caller) =>
      caller.groupNames.map((name) => [caller.awsAccountId, name] as const),
    );
    const unknownGroups = groupKeys.filter(([account, name]) => !this.#groups.has(`${account} ${name}`));
    if (unknownGroups.length > 0) {
      const accounts = [...new Set(unknownGroups.map(([account]) => account))];
      const names = [...new Set(unknownGroups.map(([, name]) => name))];
      const groups = await selectPolicies(
        this.#tenant,
        sql`p.kind = 'group' and p.aws_account_id = any(${accounts}::uuid[]) and p.name = any(${names}::text[])`,
      );
      for (const group of groups) this.#groups.set(`${group.awsAccountId} ${group.name ?? ''}`, group);
    }
    const groups = groupKeys.flatMap(([account, name]) => this.#groups.get(`${account} ${name}`) ?? []);
    const arns = [...callers, ...groups].flatMap(({ policyArns, boundaryArn }) => [
      ...policyArns,
      ...((boundaryArn ?? '') ? [boundaryArn ?? ''] : []),
    ]);
    const missing = [...new Set(arns)].filter((arn) => !this.#asked.has(arn));
    if (missing.length === 0) return;
    for (const arn of missing) this.#asked.add(arn);
    const policies = await selectPolicies(
      this.#tenant,
      sql`p.kind = 'policy' and p.arn = any(${missing}::text[])`,
    );
    for (const { arn, statements } of policies) if (arn !== undefined) this.#keep(arn, statements);
  }

  callerOf(stored: StoredPolicies): AccessCaller {
    const { arn = '', kind, account, boundaryArn, groupNames, awsAccountId } = stored;
    const groups = groupNames.flatMap((name) => this.#groups.get(`${awsAccountId} ${name}`) ?? []);
    const attached = [stored, ...groups].flatMap(({ policyArns }) => policyArns);
    const unreadPolicies = [...new Set(attached)].filter((one) => !this.#managed.has(one));
    const identity = [stored, ...groups].flatMap(({ statements }) =>
      statements.filter(({ role }) => role === 'identity'),
    );
    const managed = [...new Set(attached)].flatMap((one) => this.#managed.get(one) ?? []);
    return {
      id: arn,
      kind: kind === 'user' ? 'user' : 'role',
      account,
      identity: [...identity, ...managed],
      ...(boundaryArn === undefined
        ? {}
        : { boundary: this.#managed.get(boundaryArn) ?? ('unread' as const) }),
      ...controlsOf(arn, this.#controls.get(account)),
      unreadPolicies,
    };
  }

  #keep(arn: string, statements: readonly AccessStatement[]): void {
    this.#managed.set(arn, statements);
    this.#asked.add(arn);
  }
}

/** Service control policies do not limit service-linked roles. Source: Organizations user guide, "Service control policies". */
function controlsOf(arn: string, controls: AccessCaller['controls']): Pick<AccessCaller, 'controls'> {
  if (arn.includes(':role/aws-service-role/')) return { controls: [] };
  return controls === undefined ? {} : { controls };
}

interface ControlLevel {
  readonly owner: string;
  readonly parents: readonly string[];
  readonly policyIds: readonly string[];
  readonly statements: readonly AccessStatement[] | undefined;
}

/**
 * Reads the service control policies of an account, from the account to the root. They do not limit the management account, which
 * alone lists them. Undefined: the organization was not read, or a policy is missing.
 */
async function readControls(tenant: Tenant, account: string): Promise<AccessCaller['controls']> {
  const { organizationId } = tenant;
  const levels = await rowsOf<ControlLevel & { readonly depth: number; readonly known: number }>(
    tenant,
    sql`with recursive chain as (
        select p.aws_account_id, p.name, p.policy_arns, p.group_names, 0 as depth from access_policies p
        where p.organization_id = ${organizationId} and p.kind = 'control_target' and p.name = ${account}
        union all
        select p.aws_account_id, p.name, p.policy_arns, p.group_names, c.depth + 1 from chain c
        join access_policies p on p.organization_id = ${organizationId} and p.aws_account_id = c.aws_account_id
          and p.kind = 'control_target' and p.name = any(c.group_names)
        where c.depth < 10
      )
      select a.account_id as owner, c.depth, c.group_names as parents, c.policy_arns as policy_ids, count(s.resource_id)::integer as known,
        jsonb_path_query_array(coalesce(jsonb_agg(s.statements) filter (where s.resource_id is not null), '[]'), '$[*][*]')
          as statements
      from chain c
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = c.aws_account_id
      left join access_policies s on s.organization_id = ${organizationId} and s.aws_account_id = c.aws_account_id
        and s.kind = 'control_policy' and s.name = any(c.policy_arns)
      group by a.account_id, c.depth, c.name, c.policy_arns, c.group_names
      order by c.depth`,
  );
  if (levels.some(({ owner }) => owner === account)) return [];
  // The root has no parents: without it, a level is missing.
  if (levels.at(-1)?.parents.length !== 0) return undefined;
  // While the organization uses service control policies, each target has at least one; a root without one does not use them.
  if (levels.at(-1)?.policyIds.length === 0) return [];
  const isWhole = levels.every(({ policyIds, known }) => policyIds.length > 0 && policyIds.length === known);
  if (!isWhole) return undefined;
  return levels.map(({ statements }) => statements ?? []);
}

async function findResource(tenant: Tenant, id: string): Promise<StoredResource | undefined> {
  return rowOf<StoredResource>(
    tenant,
    sql`select r.id, r.resource_type, r.arn, r.aws_account_id, a.account_id as account from resources r
      join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id
      where r.organization_id = ${tenant.organizationId} and r.id = ${id}`,
  );
}

/** `condition` can end in an order and a limit. */
async function selectPolicies(
  tenant: Tenant,
  condition: ReturnType<typeof sql>,
): Promise<readonly StoredPolicies[]> {
  return rowsOf<StoredPolicies>(
    tenant,
    sql`select p.resource_id, p.aws_account_id, a.account_id as account, p.kind, p.name, p.arn, p.policy_arns, p.boundary_arn,
        p.group_names, p.statements
      from access_policies p
      join aws_accounts a on a.organization_id = p.organization_id and a.id = p.aws_account_id
      where p.organization_id = ${tenant.organizationId} and ${condition}`,
  );
}

async function nodeOf(tenant: Tenant, id: string): Promise<NodeRow | undefined> {
  return (await nodesOf(tenant, [id])).get(id);
}

async function nodesOf(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, NodeRow>> {
  const rows = await rowsOf<NodeRow>(
    tenant,
    selectNodes(tenant.organizationId, sql`select unnest(${ids}::uuid[])`),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function resourceStatements(stored: StoredPolicies | undefined): readonly AccessStatement[] {
  return (stored?.statements ?? []).filter(isOfResource);
}

function isOfResource({ role }: AccessStatement): boolean {
  return role === 'resource' || role === 'trust';
}

/** Returns what ARNs begin with that Allow statements name, and the ARNs whose parts they name. */
function startsOf(statements: readonly AccessStatement[]): {
  readonly beginnings: readonly string[];
  readonly bases: readonly string[];
} {
  const patterns = statements
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ resources }) => resources ?? ['*'])
    .map((pattern) => pattern.replaceAll(/\$\{[^}]{0,200}\}/g, '*'));
  const beginnings = patterns.map((pattern) =>
    pattern.slice(0, hasWildcard(pattern) ? pattern.search(/[*?]/) : undefined),
  );
  return { beginnings: [...new Set(beginnings)], bases: [...new Set(patterns.flatMap(basesOf))] };
}

/** The ARNs that a pattern for parts of a resource begins with: `arn:aws:s3:::orders/*` names the bucket. */
function basesOf(pattern: string): readonly string[] {
  const bases: string[] = [];
  for (let at = pattern.length - 1; at > 0 && bases.length < 20; at -= 1)
    if (pattern[at] === '/' || pattern[at] === ':') bases.push(pattern.slice(0, at));
  return bases;
}

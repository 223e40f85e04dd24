import type { AccessStatement } from '../../../domain/graph/access/access-statement.ts';
import { evaluateAccess, servicesOfResource } from '../../../domain/graph/access/evaluate-access.ts';
import type {
  AccessCaller,
  AccessedResource,
  FoundAccess,
  NotEvaluated,
} from '../../../domain/graph/access/evaluate-access.ts';
import { hasWildcard } from '../../../domain/graph/access/wildcard.ts';
import { readArn } from '../../../domain/mapping/arn.ts';
import type { AccessDecision } from '../../../domain/values.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { selectNodes } from '../read/graph-node.ts';
import type { NodeRow } from '../read/graph-node.ts';
import { AccessPageBuilder } from './access-page.ts';
import type { AccessPage, AccessPosition, AccessRow } from './access-page.ts';
import { PolicyLoader } from './policy-loader.ts';
import { selectPolicies } from './select-policies.ts';
import type { StoredPolicies } from './select-policies.ts';

interface StoredResource {
  readonly id: string;
  readonly resourceType: string;
  readonly arn: string | undefined;
  readonly account: string;
  readonly awsAccountId: string;
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
  decisions?: readonly AccessDecision[],
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
  const page = new AccessPageBuilder(limit, after, decisions);
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

/** Lists the resources that a principal may use, by id. Only resources with an ARN can be named by policies. */
export async function listReachable(
  tenant: Tenant,
  principalId: string,
  action: string | undefined,
  limit: number,
  after: AccessPosition | undefined,
  decisions?: readonly AccessDecision[],
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
  const page = new AccessPageBuilder(limit, after, decisions);
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

async function findResource(tenant: Tenant, id: string): Promise<StoredResource | undefined> {
  return rowOf<StoredResource>(
    tenant,
    sql`select r.id, r.resource_type, r.arn, r.aws_account_id, a.account_id as account from resources r
      join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id
      where r.organization_id = ${tenant.organizationId} and r.id = ${id}`,
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

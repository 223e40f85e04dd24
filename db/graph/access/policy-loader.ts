import type { AccessStatement } from '../../../domain/graph/access/access-statement.ts';
import { knownAwsPolicies } from '../../../domain/graph/access/aws-policies.ts';
import type { AccessCaller } from '../../../domain/graph/access/evaluate-access.ts';
import { actionServicesOf } from '../../../domain/graph/access/read-access-fact.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { selectPolicies } from './select-policies.ts';
import type { StoredPolicies } from './select-policies.ts';

/** Loads managed policies and groups once for all callers of a request. */
export class PolicyLoader {
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

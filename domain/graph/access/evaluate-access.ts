import type { AccessDecision, AccessGap } from '../../values.ts';
import type { AccessStatement } from './access-statement.ts';
import { coversPattern, hasWildcard, matchesPattern, mayExtend, mayOverlap } from './wildcard.ts';

/** Who asks. */
export interface AccessCaller {
  /** ARN of a user or role, an account number, a service principal, or `*`. */
  readonly id: string;
  readonly kind: 'user' | 'role' | 'account' | 'service' | 'anyone' | 'provider';
  /** Number of the account; absent for services, identity providers and everyone. */
  readonly account?: string;
  /** Its policies, inline, managed and of its groups. Undefined: the inventory does not have them. */
  readonly identity?: readonly AccessStatement[];
  /** The permissions boundary. `unread`: the principal has one that the inventory does not have. */
  readonly boundary?: readonly AccessStatement[] | 'unread';
  /**
   * Statements of the service control policies on its account, one list for each level from the account to the root: each level has
   * to allow. Undefined: it is not known which apply.
   */
  readonly controls?: readonly (readonly AccessStatement[])[];
  /** Attached policies that the inventory does not have. */
  readonly unreadPolicies?: readonly string[];
}

/** What is asked for. */
export interface AccessedResource {
  readonly arn: string;
  /** Number of its account. */
  readonly account: string;
  readonly resourceType: string;
  /** Statements of its resource policy or trust policy. */
  readonly policy: readonly AccessStatement[];
}

export interface AccessEvidence {
  readonly policy: string;
  readonly sid?: string;
  readonly index: number;
  readonly effect: 'Allow' | 'Deny';
}

export interface NotEvaluated {
  readonly kind: AccessGap;
  /** The key of a condition, the ARN of a policy, or the pattern. */
  readonly value?: string;
}

/** What a caller may do with a resource: one for each decision. */
export interface FoundAccess {
  readonly decision: AccessDecision;
  /** Patterns as the policies have them, or the action that was asked for. */
  readonly actions: readonly string[];
  readonly statements: readonly AccessEvidence[];
  readonly notEvaluated: readonly NotEvaluated[];
}

/**
 * Evaluates policies for a caller and a resource. Without `action`, each pattern of actions that a statement allows is evaluated.
 * Actions that no statement allows are denied implicitly and left out; `denied` are those that one allows and another one, or the
 * permissions boundary, denies.
 *
 * Sources: Organizations user guide, "SCP evaluation"; IAM user guide, "Policy evaluation logic", "Cross-account policy
 * evaluation logic", "Permissions boundaries for IAM entities"; KMS developer guide, "Key policies".
 */
export function evaluateAccess(
  givenCaller: AccessCaller,
  givenResource: AccessedResource,
  action?: string,
): readonly FoundAccess[] {
  const { caller, resource } = narrowed(givenCaller, givenResource, action);
  const found = new Map<string, Outcome[]>();
  for (const { written, pattern, target } of askedFor(caller, resource, action?.toLowerCase())) {
    const outcome = decide(caller, resource, pattern, target);
    if (outcome === undefined) continue;
    const name = action ?? written;
    found.set(name, [...(found.get(name) ?? []), outcome]);
  }
  return groupByDecision([...found].map(([name, outcomes]) => [name, mergeOutcomes(outcomes)]));
}

/**
 * Leaves out what cannot apply to the resource: the patterns of each statement are compared with those of every other one, so a
 * principal with many policies would take long.
 */
function narrowed(
  caller: AccessCaller,
  resource: AccessedResource,
  action: string | undefined,
): { readonly caller: AccessCaller; readonly resource: AccessedResource } {
  const services =
    action === undefined ? servicesOfResource(resource) : [action.split(':', 1)[0]?.toLowerCase() ?? ''];
  const narrow = (statements: readonly AccessStatement[]) =>
    statements.flatMap((statement) => narrowStatement(statement, services, resource.arn));
  const { identity, boundary, controls } = caller;
  return {
    caller: {
      ...caller,
      ...(identity === undefined ? {} : { identity: narrow(identity) }),
      ...(boundary === undefined || boundary === 'unread' ? {} : { boundary: narrow(boundary) }),
      ...(controls === undefined ? {} : { controls: controls.map(narrow) }),
    },
    resource: {
      ...resource,
      policy: resource.policy.flatMap((statement) =>
        partyMatch(statement, caller) === 'none' ? [] : narrowStatement(statement, services, resource.arn),
      ),
    },
  };
}

function narrowStatement(
  statement: AccessStatement,
  services: readonly string[],
  arn: string,
): readonly AccessStatement[] {
  const { actions, written } = statement;
  const resources = statement.resources?.filter((pattern) => reaches(generalOf(pattern), arn));
  if (resources?.length === 0) return [];
  const kept = actions?.flatMap((pattern, index) =>
    services.some((service) => mayOverlap(pattern, `${service}:*`))
      ? [{ pattern, text: written[index] ?? pattern }]
      : [],
  );
  if (kept?.length === 0) return [];
  return [
    {
      ...statement,
      ...(resources === undefined ? {} : { resources }),
      ...(kept === undefined
        ? {}
        : { actions: kept.map(({ pattern }) => pattern), written: kept.map(({ text }) => text) }),
    },
  ];
}

/** Whether a pattern names the resource or something below its ARN. */
function reaches(pattern: string, arn: string): boolean {
  return matchesPattern(pattern, arn) || mayExtend(pattern, `${arn}/`) || mayExtend(pattern, `${arn}:`);
}

/** Services whose actions apply to a resource: that of its ARN, and others that act on its type. */
export function servicesOfResource({
  arn,
  resourceType,
}: Pick<AccessedResource, 'arn' | 'resourceType'>): readonly string[] {
  const service = arn.split(':', 3)[2] ?? '';
  return [service, ...(furtherServices[resourceType] ?? [])];
}

const role = 'AWS::IAM::Role';
const furtherServices: Readonly<Record<string, readonly string[]>> = {
  [role]: ['sts'],
  'AWS::IAM::User': ['sts'],
  'AWS::ApiGateway::RestApi': ['execute-api'],
  'AWS::ApiGatewayV2::Api': ['execute-api'],
  'AWS::RDS::DBCluster': ['rds-data', 'rds-db'],
  'AWS::RDS::DBInstance': ['rds-db'],
  'AWS::CloudWatch::Alarm': ['cloudwatch'],
};

interface Asked {
  readonly written: string;
  /** Actions, in lower case. */
  readonly pattern: string;
  /** The ARN of the resource, or a pattern of ARNs below it. */
  readonly target: string;
}

/** Returns the patterns that Allow statements grant on the resource. */
function askedFor(
  caller: AccessCaller,
  resource: AccessedResource,
  action: string | undefined,
): readonly Asked[] {
  const services = servicesOfResource(resource);
  const asked = new Map<string, Asked>();
  const statements = [...(caller.identity ?? []), ...resource.policy];
  for (const statement of statements) {
    if (statement.effect !== 'Allow') continue;
    const targets = targetsOf(statement, resource.arn);
    if (targets.length === 0) continue;
    for (const one of patternsOf(statement, services, action))
      for (const target of targets) asked.set(`${one.pattern} ${target}`, { ...one, target });
  }
  return [...asked.values()];
}

function patternsOf(
  { actions, notActions, written }: AccessStatement,
  services: readonly string[],
  action: string | undefined,
): readonly Omit<Asked, 'target'>[] {
  if (action !== undefined) {
    const isAllowed =
      actions === undefined
        ? notActions?.every((pattern) => !matchesPattern(pattern, action)) === true
        : actions.some((pattern) => matchesPattern(pattern, action));
    return isAllowed ? [{ written: action, pattern: action }] : [];
  }
  if (actions === undefined)
    return services
      .map((service) => `${service}:*`)
      .filter((pattern) => notActions?.every((except) => !coversPattern(except, pattern)) === true)
      .map((pattern) => ({ written: pattern, pattern }));
  // A pattern for every service means the actions of the services of the resource.
  return actions.flatMap((pattern, index) =>
    services
      .filter((service) => mayOverlap(pattern, `${service}:*`))
      .map((service) => ({
        written: written[index] ?? pattern,
        pattern: coversPattern(pattern, `${service}:*`) ? `${service}:*` : pattern,
      })),
  );
}

/** Returns the parts of a resource that a statement names: itself, all that is below its ARN, or a pattern of it. */
function targetsOf({ resources, notResources }: AccessStatement, arn: string): readonly string[] {
  if (notResources !== undefined)
    return notResources.some((pattern) => coversPattern(generalOf(pattern), arn)) ? [] : [arn];
  // A trust policy has no resources.
  if (resources === undefined) return [arn];
  const targets = new Set<string>();
  for (const written of resources) {
    const pattern = generalOf(written);
    if (matchesPattern(pattern, arn)) targets.add(arn);
    for (const below of [`${arn}/`, `${arn}:`])
      if (mayExtend(pattern, below)) targets.add(coversPattern(pattern, `${below}*`) ? `${below}*` : pattern);
  }
  // A pattern for everything names what is below the resource, too: the resource stands for it.
  if (targets.has(arn) && targets.has(`${arn}/*`) && targets.has(`${arn}:*`)) return [arn, `${arn}/*`];
  return [...targets];
}

/** A variable of a policy stands for any text. */
function generalOf(pattern: string): string {
  return pattern.includes('${') ? pattern.replaceAll(/\$\{[^}]{0,200}\}/g, '*') : pattern;
}

/** Three values: `maybe` depends on what is not known. */
type Truth = 'yes' | 'maybe' | 'no';
const order: Readonly<Record<Truth, number>> = { no: 0, maybe: 1, yes: 2 };

interface Outcome {
  readonly decision: AccessDecision;
  readonly evidence: readonly AccessStatement[];
  readonly gaps: readonly NotEvaluated[];
}

interface Verdict {
  readonly truth: Truth;
  readonly evidence: readonly AccessStatement[];
  readonly gaps: readonly NotEvaluated[];
}

function decide(
  caller: AccessCaller,
  resource: AccessedResource,
  action: string,
  target: string,
): Outcome | undefined {
  const identity = caller.identity ?? [];
  const ofBoundary = Array.isArray(caller.boundary)
    ? (caller.boundary as readonly AccessStatement[])
    : undefined;
  const ofResource = resource.policy;
  const asks = { action, target };
  const allowed = allowOf(caller, resource, identity, ofResource, asks);
  if (allowed.truth === 'no') return undefined;
  const controls = caller.controls ?? [];
  const denied = verdictOf(
    [...identity, ...(ofBoundary ?? []), ...ofResource, ...controls.flat()],
    'Deny',
    asks,
  );
  if (denied.truth === 'yes')
    return { decision: 'denied', evidence: [...allowed.evidence, ...denied.evidence], gaps: [] };
  const gaps = [...allowed.gaps, ...denied.gaps];
  if (allowed.isBounded && ofBoundary !== undefined) {
    const bounded = verdictOf(ofBoundary, 'Allow', asks);
    if (bounded.truth === 'no')
      return { decision: 'denied', evidence: allowed.evidence, gaps: [{ kind: 'permissions_boundary' }] };
    gaps.push(...bounded.gaps);
    if (bounded.truth === 'maybe') gaps.push({ kind: 'permissions_boundary' });
  }
  const isUnread = caller.boundary === 'unread' && allowed.isBounded;
  if (isUnread) gaps.push({ kind: 'permissions_boundary' });
  let isControlled = true;
  for (const level of controls) {
    const controlled = verdictOf(level, 'Allow', asks);
    if (controlled.truth === 'no')
      return { decision: 'denied', evidence: allowed.evidence, gaps: [{ kind: 'service_control_policies' }] };
    isControlled &&= controlled.truth === 'yes';
    gaps.push(...controlled.gaps);
  }
  const isConditional =
    !isControlled || allowed.truth === 'maybe' || denied.truth === 'maybe' || isUnread || gaps.some(isLimit);
  return {
    decision: isConditional ? 'conditional' : 'allowed',
    evidence: [...allowed.evidence, ...denied.evidence],
    gaps,
  };
}

function isLimit({ kind }: NotEvaluated): boolean {
  return kind === 'condition' || kind === 'permissions_boundary';
}

interface Asks {
  readonly action: string;
  readonly target: string;
}

/** Returns whether the policies allow it without denials; `isBounded`: the permissions boundary has to allow it, too. */
function allowOf(
  caller: AccessCaller,
  resource: AccessedResource,
  identity: readonly AccessStatement[],
  ofResource: readonly AccessStatement[],
  asks: Asks,
): Verdict & { readonly isBounded: boolean } {
  const byIdentity = verdictOf(identity, 'Allow', asks);
  const direct = verdictOf(
    ofResource.filter((one) => partyMatch(one, caller) === 'direct'),
    'Allow',
    asks,
  );
  const everyone = verdictOf(
    ofResource.filter((one) => partyMatch(one, caller) === 'everyone'),
    'Allow',
    asks,
  );
  const delegated = verdictOf(
    ofResource.filter((one) => partyMatch(one, caller) === 'account'),
    'Allow',
    asks,
  );
  const byResource = best([direct, everyone, delegated]);

  if (caller.identity === undefined) {
    // Services, everyone and identity providers have no policies; those of an account that is not connected are not known.
    const isAccount = caller.kind === 'account' || caller.kind === 'user' || caller.kind === 'role';
    if (byResource.truth === 'no' || !isAccount) return { ...byResource, isBounded: false };
    const gaps: readonly NotEvaluated[] = [...byResource.gaps, { kind: 'identity_policies' }];
    return { ...byResource, truth: 'maybe', gaps, isBounded: false };
  }
  const isSame = caller.account === resource.account;
  const both = weakest(byResource, byIdentity);
  if (!isSame) return { ...both, isBounded: true };
  // A resource policy that names the user is not limited by the boundary; one that names the role, or everyone, is.
  const named = { ...direct, isBounded: caller.kind !== 'user' };
  const delegation = { ...weakest(delegated, byIdentity), isBounded: true };
  const open = { ...everyone, isBounded: true };
  const isTrust = resource.resourceType === role && isAssuming(asks.action);
  // Trust policies and key policies have to allow; others only can.
  if (isTrust || resource.resourceType === 'AWS::KMS::Key') return best([named, open, delegation]);
  return best([named, open, { ...byIdentity, isBounded: true }]);
}

function isAssuming(action: string): boolean {
  return action.startsWith('sts:');
}

function best<V extends Verdict>(verdicts: readonly [V, ...V[]]): V {
  return verdicts.reduce((chosen, next) => (order[next.truth] > order[chosen.truth] ? next : chosen));
}

function weakest(one: Verdict, other: Verdict): Verdict {
  return {
    truth: order[one.truth] < order[other.truth] ? one.truth : other.truth,
    evidence: [...one.evidence, ...other.evidence],
    gaps: [...one.gaps, ...other.gaps],
  };
}

/** Returns whether a statement of the effect applies. */
function verdictOf(statements: readonly AccessStatement[], effect: 'Allow' | 'Deny', asks: Asks): Verdict {
  let truth: Truth = 'no';
  let evidence: AccessStatement[] = [];
  let gaps: NotEvaluated[] = [];
  for (const statement of statements) {
    if (statement.effect !== effect) continue;
    const applies = appliesTo(statement, asks);
    if (applies.truth === 'no' || order[applies.truth] < order[truth]) continue;
    if (order[applies.truth] > order[truth]) {
      truth = applies.truth;
      evidence = [];
      gaps = [];
    }
    evidence.push(statement);
    gaps.push(...applies.gaps);
  }
  return { truth, evidence, gaps };
}

function appliesTo(
  statement: AccessStatement,
  { action, target }: Asks,
): { truth: Truth; gaps: readonly NotEvaluated[] } {
  const ofAction = actionTruth(statement, action);
  const ofResource = ofAction === 'no' ? 'no' : resourceTruth(statement, target);
  if (ofResource === 'no') return { truth: 'no', gaps: [] };
  const gaps: NotEvaluated[] = statement.conditions.map((value) => ({ kind: 'condition', value }));
  if (ofAction === 'maybe')
    gaps.push({ kind: 'part_of_actions', value: statement.written.join(' ').slice(0, 300) });
  if (ofResource === 'maybe')
    gaps.push({
      kind: 'part_of_resource',
      value: (statement.resources ?? statement.notResources ?? []).join(' ').slice(0, 300),
    });
  return { truth: gaps.length === 0 ? 'yes' : 'maybe', gaps };
}

function actionTruth({ actions, notActions }: AccessStatement, action: string): Truth {
  if (actions !== undefined) return truthOf(actions, action);
  return opposite(truthOf(notActions ?? [], action));
}

function resourceTruth({ resources, notResources }: AccessStatement, target: string): Truth {
  if (notResources !== undefined) return opposite(truthOf(notResources.map(generalOf), target));
  if (resources === undefined) return 'yes';
  const truth = truthOf(resources.map(generalOf), target);
  // A variable can stand for another text.
  const isVariable = resources.every((pattern) => pattern.includes('${'));
  return truth === 'yes' && isVariable ? 'maybe' : truth;
}

function truthOf(patterns: readonly string[], asked: string): Truth {
  if (patterns.some((pattern) => coversPattern(pattern, asked))) return 'yes';
  return hasWildcard(asked) && patterns.some((pattern) => mayOverlap(pattern, asked)) ? 'maybe' : 'no';
}

function opposite(truth: Truth): Truth {
  return truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : 'maybe';
}

/**
 * Returns how a statement of a resource policy names the caller: itself, its account, everyone, or not at all. A denial for an
 * account holds for all that is in it; `NotPrincipal` names everyone else.
 */
export function partyMatch(
  { principals, notPrincipals, effect }: AccessStatement,
  { id, account }: Pick<AccessCaller, 'id' | 'account'>,
): 'direct' | 'account' | 'everyone' | 'none' {
  if (notPrincipals !== undefined) {
    const isExcepted = notPrincipals.some(
      (one) => one === '*' || one === id || (effect === 'Allow' && one === account),
    );
    return isExcepted ? 'none' : 'everyone';
  }
  if (principals === undefined) return 'none';
  if (principals.includes(id)) return 'direct';
  if (account !== undefined && principals.includes(account)) return 'account';
  // A service is no principal of an account, and is not meant by everyone.
  return principals.includes('*') && !id.endsWith('.amazonaws.com') ? 'everyone' : 'none';
}

/** Two parts of a resource with different decisions make the action conditional. */
function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  const decisions = new Set(outcomes.map(({ decision }) => decision));
  const evidence = outcomes.flatMap((one) => one.evidence);
  const gaps = outcomes.flatMap((one) => one.gaps);
  if (first !== undefined && decisions.size === 1) return { decision: first.decision, evidence, gaps };
  const isPartial = decisions.has('denied');
  return {
    decision: 'conditional',
    evidence,
    gaps: isPartial ? [...gaps, { kind: 'part_of_resource' }] : gaps,
  };
}

function groupByDecision(
  found: readonly (readonly [action: string, outcome: Outcome])[],
): readonly FoundAccess[] {
  return (['allowed', 'conditional', 'denied'] as const).flatMap((decision): readonly FoundAccess[] => {
    const ofDecision = found.filter(([, outcome]) => outcome.decision === decision);
    if (ofDecision.length === 0) return [];
    return [
      {
        decision,
        actions: [...new Set(ofDecision.map(([action]) => action))].toSorted(),
        statements: distinct(ofDecision.flatMap(([, outcome]) => outcome.evidence.map(evidenceOf))),
        notEvaluated: distinct(ofDecision.flatMap(([, outcome]) => outcome.gaps)),
      },
    ];
  });
}

function evidenceOf({ policy, sid, index, effect }: AccessStatement): AccessEvidence {
  return { policy, ...(sid === undefined ? {} : { sid }), index, effect };
}

const maximumEvidence = 50;

function distinct<T extends object>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(
    0,
    maximumEvidence,
  );
}

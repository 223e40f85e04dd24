import type { Emulator } from './emulator.ts';

export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  readonly Sid?: string;
}

export interface EmulatedRole {
  readonly trust: readonly PolicyStatement[];
  /** All statements of the attached and inline policies. */
  readonly permissions: readonly PolicyStatement[];
  /** All statements of the permissions boundary, if the role has one. */
  readonly boundary?: readonly PolicyStatement[];
}

/** Reads a role with its policies from the emulator; `undefined` when it does not exist. */
export async function readEmulatedRole(
  emulator: Emulator,
  account: string,
  name: string,
): Promise<EmulatedRole | undefined> {
  const iam = async (action: string, parameters: Readonly<Record<string, string>>) => {
    const { status, body } = await emulator.form(account, 'iam', {
      Action: action,
      Version: '2010-05-08',
      ...parameters,
    });
    return status === 200 ? body : undefined;
  };
  const role = await iam('GetRole', { RoleName: name });
  if (role === undefined) return undefined;
  const inline = texts((await iam('ListRolePolicies', { RoleName: name })) ?? '', 'member');
  const attached = texts((await iam('ListAttachedRolePolicies', { RoleName: name })) ?? '', 'PolicyArn');
  const managed = async (arn: string) => {
    const version = texts((await iam('GetPolicy', { PolicyArn: arn })) ?? '', 'DefaultVersionId')[0] ?? 'v1';
    return iam('GetPolicyVersion', { PolicyArn: arn, VersionId: version });
  };
  const [boundaryArn = ''] = texts(role, 'PermissionsBoundaryArn');
  const [boundary, ...documents] = await Promise.all([
    boundaryArn === '' ? undefined : managed(boundaryArn),
    ...inline.map((policy) => iam('GetRolePolicy', { RoleName: name, PolicyName: policy })),
    ...attached.map(managed),
  ]);
  const statementsIn = (xml: string | undefined) =>
    statements(texts(xml ?? '', 'PolicyDocument')[0] ?? texts(xml ?? '', 'Document')[0]);
  return {
    trust: statements(texts(role, 'AssumeRolePolicyDocument')[0]),
    permissions: documents.flatMap(statementsIn),
    ...(boundaryArn === '' ? {} : { boundary: statementsIn(boundary) }),
  };
}

/** The values of a call, besides its action, that policies are evaluated against. */
export interface CallContext {
  readonly region: string;
  /** Undefined when unknown. Then statements about a single resource may allow the call, but never deny it. */
  readonly resource: string | undefined;
}

/**
 * Evaluates the statements for an action. An explicit deny overrides any allow. Evaluates only conditions on
 * `aws:RequestedRegion`, and treats all others as met.
 */
export function decideAccess(
  permissions: readonly PolicyStatement[],
  action: string,
  context: CallContext,
): 'allowed' | 'implicitDeny' | 'explicitDeny' {
  const matching = permissions.filter((statement) => appliesTo(statement, action, context));
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicitDeny';
  return matching.length > 0 ? 'allowed' : 'implicitDeny';
}

/** Whether a trust policy allows the caller to assume the role with this external id. */
export function trusts(
  trust: readonly PolicyStatement[],
  callerArn: string,
  callerAccount: string,
  externalId: string | undefined,
): boolean {
  return trust.some((statement) => {
    if (statement.Effect !== 'Allow' || !namesCaller(statement.Principal, callerArn, callerAccount))
      return false;
    const { StringEquals: equals, StringLike: like } = statement.Condition ?? {};
    const wanted = equals?.['sts:ExternalId'];
    const patterns = like?.['sts:ExternalId'];
    if (wanted === undefined && patterns === undefined) return true;
    if (externalId === undefined) return false;
    return (
      (wanted === undefined || list(wanted).includes(externalId)) &&
      (patterns === undefined || list(patterns).some((pattern) => matches(pattern, externalId)))
    );
  });
}

function namesCaller(principal: unknown, arn: string, account: string): boolean {
  const names =
    principal === '*' ? ['*'] : list((principal as { AWS?: string | readonly string[] } | null)?.AWS ?? []);
  return names.some(
    (name) => name === '*' || name === arn || name === account || name === `arn:aws:iam::${account}:root`,
  );
}

function appliesTo(statement: PolicyStatement, action: string, { region, resource }: CallContext): boolean {
  const { Effect, Resource, Condition } = statement;
  const resources = list(Resource ?? '*');
  const coversResource =
    resources.includes('*') ||
    (resource === undefined ? Effect === 'Allow' : resources.some((pattern) => matches(pattern, resource)));
  return coversResource && inRegion(Condition, region) && coversAction(statement, action);
}

function inRegion(condition: PolicyStatement['Condition'], region: string): boolean {
  const regions = (operator: string) => condition?.[operator]?.['aws:RequestedRegion'];
  const [wanted, unwanted] = [
    regions('StringEquals') ?? regions('StringLike'),
    regions('StringNotEquals') ?? regions('StringNotLike'),
  ];
  if (wanted !== undefined && !list(wanted).some((pattern) => matches(pattern, region))) return false;
  return unwanted === undefined || !list(unwanted).some((pattern) => matches(pattern, region));
}

function coversAction({ Action, NotAction }: PolicyStatement, action: string): boolean {
  if (NotAction !== undefined) return !list(NotAction).some((pattern) => matches(pattern, action));
  return list(Action ?? []).some((pattern) => matches(pattern, action));
}

function matches(pattern: string, action: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i').test(action);
}

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** The unescaped text of every element with this name. */
export function texts(xml: string, element: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

function statements(document: string | undefined): readonly PolicyStatement[] {
  if (document === undefined) return [];
  const text = document.startsWith('%7B') ? decodeURIComponent(document) : document;
  const { Statement: given } = JSON.parse(text) as {
    Statement: PolicyStatement | readonly PolicyStatement[];
  };
  return Array.isArray(given) ? (given as readonly PolicyStatement[]) : [given as PolicyStatement];
}

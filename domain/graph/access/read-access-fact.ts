import { defined } from '../../defined.ts';
import { isArray, isObject } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/json.ts';
import { first, select } from '../../json/path.ts';
import { statementsIn } from '../exposure/open-statements.ts';
import { edgeRules } from '../rules/index.ts';
import type { AccessFact, AccessPrincipalFact, AccessStatement, StatementRole } from './access-statement.ts';
import { maximumPatternLength } from './wildcard.ts';

/** Limits of a resource. AWS has smaller ones for every policy. */
const maximumStatements = 500;
const maximumValues = 1000;

/** Returns the statements of a resource's policies and what is attached to a principal; undefined if there is neither. */
export function readAccessFact(
  configuration: JsonObject,
  resourceType: string,
  arn: string | undefined,
): AccessFact | undefined {
  const principal = readPrincipal(configuration, resourceType);
  const statements = policiesOf(configuration, resourceType, arn)
    .flatMap(({ role, policy, document }) =>
      statementsIn(document).map((statement, index) => readStatement(statement, role, policy, index)),
    )
    .filter((statement) => statement !== undefined)
    .slice(0, maximumStatements);
  if (principal === undefined && statements.length === 0) return undefined;
  return { statements, ...defined({ principal }) };
}

/** Returns the services whose actions a statement can name; `*`: every service. */
export function actionServicesOf({ actions, notActions }: AccessStatement): readonly string[] {
  if (actions === undefined) return notActions === undefined ? [] : ['*'];
  const services = actions.map((action) => action.split(':', 1)[0] ?? '');
  return services.some((service) => service.includes('*') || service.includes('?'))
    ? ['*']
    : [...new Set(services)];
}

interface Policy {
  readonly role: StatementRole;
  readonly policy: string;
  readonly document: Json;
}

const principalKinds: Readonly<
  Record<string, readonly [AccessPrincipalFact['kind'], nameKey: string, inline: string]>
> = {
  'AWS::IAM::User': ['user', 'UserName', 'UserPolicyList'],
  'AWS::IAM::Role': ['role', 'RoleName', 'RolePolicyList'],
  'AWS::IAM::Group': ['group', 'GroupName', 'GroupPolicyList'],
};

function readPrincipal(configuration: JsonObject, resourceType: string): AccessPrincipalFact | undefined {
  if (resourceType === managed)
    return { kind: 'policy', name: text(configuration['PolicyName']), policies: [], groups: [] };
  if (resourceType === controlPolicy)
    return configuration['Type'] === 'SERVICE_CONTROL_POLICY'
      ? { kind: 'control_policy', name: text(configuration['Id']), policies: [], groups: [] }
      : undefined;
  if (controlTargets.has(resourceType)) return readTarget(configuration, resourceType);
  const kind = principalKinds[resourceType];
  if (kind === undefined) return undefined;
  const boundary = text(first(configuration, 'PermissionsBoundary.PermissionsBoundaryArn'));
  return {
    kind: kind[0],
    name: text(configuration[kind[1]]),
    policies: texts(configuration, 'AttachedManagedPolicies[].PolicyArn'),
    ...(boundary === '' ? {} : { boundary }),
    groups: texts(configuration, 'GroupList[]'),
  };
}

const managed = 'AWS::IAM::ManagedPolicy';
const controlPolicy = 'AWS::Organizations::Policy';
const controlTargets = new Set([
  'AWS::Organizations::Account',
  'AWS::Organizations::OrganizationalUnit',
  'AWS::Organizations::Root',
]);

/** A root without policies does not use them. One that uses them and has none was read by an earlier version, and says nothing. */
function readTarget(configuration: JsonObject, resourceType: string): AccessPrincipalFact | undefined {
  const isUsed = texts(configuration, 'PolicyTypes[].Type').includes('SERVICE_CONTROL_POLICY');
  const isUnread = configuration['ServiceControlPolicies'] === undefined;
  if (resourceType === 'AWS::Organizations::Root' && isUsed && isUnread) return undefined;
  return {
    kind: 'control_target',
    name: text(configuration['Id']),
    policies: texts(configuration, 'ServiceControlPolicies[].Id'),
    groups: [...texts(configuration, 'Parents[].Id'), ...texts(configuration, 'ParentId')],
  };
}

/** Its policy limits what is called through the endpoint; it allows nobody to use the endpoint. */
const endpoint = 'AWS::EC2::VPCEndpoint';

/** Paths of the policies of types that have any: those of the edge rules of their statements. */
const policyPaths = new Map<string, Map<string, StatementRole>>();
for (const { sourceType, path, audience, relation } of edgeRules) {
  const end = path.indexOf('.Statement[]');
  if (audience === undefined || end === -1 || sourceType === endpoint) continue;
  const paths = policyPaths.get(sourceType) ?? new Map<string, StatementRole>();
  policyPaths.set(sourceType, paths.set(path.slice(0, end), relation === 'trusts' ? 'trust' : 'resource'));
}

function policiesOf(
  configuration: JsonObject,
  resourceType: string,
  arn: string | undefined,
): readonly Policy[] {
  if (resourceType === managed) return managedPolicy(configuration, arn);
  if (resourceType === controlPolicy && configuration['Type'] === 'SERVICE_CONTROL_POLICY')
    return [
      {
        role: 'control',
        policy: arn ?? text(configuration['Id']),
        document: configuration['Content'] ?? null,
      },
    ];
  const inline = principalKinds[resourceType]?.[2];
  const ofPrincipal =
    inline === undefined
      ? []
      : objects(configuration, `${inline}[]`).map((item): Policy => {
          return {
            role: 'identity',
            policy: text(item['PolicyName']),
            document: item['PolicyDocument'] ?? null,
          };
        });
  const ofResource = [...(policyPaths.get(resourceType) ?? [])].flatMap(([path, role]) =>
    select(configuration, path).map((document): Policy => ({ role, policy: path, document })),
  );
  return [...ofPrincipal, ...ofResource];
}

function managedPolicy(configuration: JsonObject, arn: string | undefined): readonly Policy[] {
  const versions = objects(configuration, 'PolicyVersionList[]');
  const version = versions.find(({ IsDefaultVersion: isDefault }) => isDefault === true);
  const policy = arn ?? text(configuration['Arn']);
  return version === undefined ? [] : [{ role: 'managed', policy, document: version['Document'] ?? null }];
}

function readStatement(
  statement: JsonObject,
  role: StatementRole,
  policy: string,
  index: number,
): AccessStatement | undefined {
  const { Effect: effect, Sid: sid } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') return undefined;
  const actions = valuesOf(statement['Action']);
  const notActions = valuesOf(statement['NotAction']);
  const isNegated = statement['NotAction'] !== undefined;
  return {
    role,
    policy: policy.slice(0, maximumPatternLength),
    ...(typeof sid === 'string' && sid !== '' ? { sid: sid.slice(0, 200) } : {}),
    index,
    effect,
    ...(isNegated ? { notActions: lowerCase(notActions) } : { actions: lowerCase(actions) }),
    written: isNegated ? notActions : actions,
    ...defined({
      resources: listOf(statement['Resource']),
      notResources: listOf(statement['NotResource']),
      principals: partiesOf(statement['Principal']),
      notPrincipals: partiesOf(statement['NotPrincipal']),
    }),
    conditions: conditionKeys(statement['Condition']),
  };
}

function listOf(value: Json | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : valuesOf(value);
}

function partiesOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const named = isObject(value) ? Object.values(value).flatMap(valuesOf) : valuesOf(value);
  return [...new Set(named.map(partyOf))];
}

/**
 * Returns a principal in one form: the ARN of an account's root user and a bare account number name the account. A session names its
 * role. Source: IAM user guide, "AWS JSON policy elements: Principal".
 */
function partyOf(principal: string): string {
  const root = /^arn:aws[a-z-]*:iam::(\d{12}):root$/.exec(principal);
  if (root?.[1] !== undefined) return root[1];
  const session = /^(arn:aws[a-z-]*):sts::(\d{12}):assumed-role\/([^/]+)\//.exec(principal);
  return session === null
    ? principal
    : `${session[1] ?? ''}:iam::${session[2] ?? ''}:role/${session[3] ?? ''}`;
}

function conditionKeys(condition: Json | undefined): readonly string[] {
  if (!isObject(condition)) return [];
  const keys = Object.values(condition).flatMap((byKey) => (isObject(byKey) ? Object.keys(byKey) : []));
  return [...new Set(keys.map((key) => key.slice(0, 200)))].slice(0, 50);
}

function lowerCase(values: readonly string[]): readonly string[] {
  return values.map((value) => value.toLowerCase());
}

function valuesOf(value: Json | undefined): readonly string[] {
  return (isArray(value) ? value : [value])
    .filter(
      (one): one is string => typeof one === 'string' && one !== '' && one.length <= maximumPatternLength,
    )
    .slice(0, maximumValues);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(item: JsonObject, path: string): readonly string[] {
  return select(item, path)
    .filter((value): value is string => typeof value === 'string')
    .slice(0, maximumValues);
}

function objects(item: JsonObject, path: string): readonly JsonObject[] {
  return select(item, path)
    .filter((value): value is JsonObject => isObject(value))
    .slice(0, maximumValues);
}

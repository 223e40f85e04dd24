import { isObject } from '../json/json.ts';
import { canonicalJson } from '../json/canonical.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { groupPolicies } from './cloud-control-slots.ts';
import { templateDescription } from './role-template.ts';
import type { TemplateVariant } from './role-template.ts';

const iamTypes: ReadonlySet<unknown> = new Set(['AWS::IAM::Role', 'AWS::IAM::ManagedPolicy']);

/** Managed policies that a role may have. Source: IAM and STS quotas. */
const managedPoliciesPerRole = 10;
/** The policy of the parameter `AdditionalPolicyArn`. */
const additionalPolicies = 1;

/** A deployed stack or stack set that is to be updated. */
export interface DeployedTemplate {
  readonly variant: TemplateVariant;
  /** Text of the template, as CloudFormation returns it. */
  readonly body: string;
  /** Values of the parameters. Parameters without a value have the default of the template. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly connection: { readonly roleName: string; readonly externalId: string };
}

/**
 * Returns the reason why a deployed template must not be replaced with `next`, or `undefined`. It must be a role template of
 * this service, deployed for this connection. A stack must differ from `next` only in what its upgrader role can change. At
 * no time may the role have more managed policies than IAM allows: an update creates new policies before it deletes old ones.
 */
export function findUpgradeObstacle(deployed: DeployedTemplate, next: JsonObject): string | undefined {
  const current = parse(deployed.body);
  if (current === undefined || !isRoleTemplate(current, next, deployed.variant))
    return 'its current template is not a role template of the cloud inventory';
  const valueOf = (name: string): Json | undefined =>
    deployed.parameters[name] ?? at(current, 'Parameters', name, 'Default');
  if (
    valueOf('ExternalId') !== deployed.connection.externalId ||
    valueOf('RoleName') !== deployed.connection.roleName
  )
    return 'it was deployed for another connection or role';
  const changed = deployed.variant === 'member' ? undefined : findProtectedChange(current, next);
  if (changed !== undefined)
    return `the new template changes ${changed}, which an upgrade is not allowed to do. Deploy the template manually`;
  const isPossible = ([id]: readonly [string, Json]) =>
    // A stack that allows upgrades has no permission groups.
    deployed.variant === 'member' || !Object.hasOwn(groupPolicies, id);
  const attached = [...managedPolicies(current), ...managedPolicies(next)].filter(isPossible);
  const policies = new Set(attached.map(([id]) => id)).size + additionalPolicies;
  if (policies > managedPoliciesPerRole)
    return `the role would have ${policies} managed policies during the update. Deploy the template manually`;
  return undefined;
}

/** Whether a template has the description, the trust policy and only resources of the types of a role template. */
function isRoleTemplate(current: JsonObject, next: JsonObject, variant: TemplateVariant): boolean {
  const description = at(current, 'Description');
  const version =
    typeof description === 'string' && description.startsWith(templateDescription(variant))
      ? description.slice(templateDescription(variant).length)
      : '';
  const trust = ['Resources', 'Role', 'Properties', 'AssumeRolePolicyDocument'];
  return (
    /^\d{1,9}$/.test(version) &&
    Object.values(resourcesOf(current)).every((resource) => iamTypes.has(at(resource, 'Type'))) &&
    isEqual(at(current, ...trust), at(next, ...trust))
  );
}

/** Returns the name of the first part that differs although the upgrader role cannot change it. */
function findProtectedChange(current: JsonObject, next: JsonObject): string | undefined {
  const protectedParts: readonly (readonly string[])[] = [
    ['Conditions'],
    ['Resources', 'Boundary'],
    ['Resources', 'Upgrader'],
    ['Resources', 'UpgraderBoundary'],
    ['Resources', 'Role', 'Properties', 'PermissionsBoundary'],
    ['Resources', 'Role', 'Properties', 'RoleName'],
    ['Resources', 'Role', 'Properties', 'Description'],
    ['Resources', 'Role', 'Properties', 'MaxSessionDuration'],
    ['Resources', 'Role', 'Properties', 'ManagedPolicyArns'],
    ['Resources', 'Role', 'Properties', 'Policies'],
  ];
  return protectedParts.find((path) => !isEqual(at(current, ...path), at(next, ...path)))?.join('.');
}

/** Returns the managed policies that are attached to the reader role, by logical id. */
function managedPolicies(template: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(resourcesOf(template)).filter(
    ([, resource]) =>
      at(resource, 'Type') === 'AWS::IAM::ManagedPolicy' && at(resource, 'Properties', 'Roles') !== undefined,
  );
}

function resourcesOf(template: JsonObject): JsonObject {
  const resources = at(template, 'Resources');
  return isObject(resources) ? resources : {};
}

function parse(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}

/** Returns the value at a path of object keys. */
function at(value: Json, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

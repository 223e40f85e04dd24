import { defined } from '../defined.ts';
import type { JsonObject } from '../json/json.ts';

/** Parts of IAM policies in a CloudFormation template. */

type Resource = string | JsonObject | readonly (string | JsonObject)[];

/** Returns a statement that allows the actions on the resources, under an optional condition. */
export function allow(actions: readonly string[], resource: Resource, condition?: JsonObject): JsonObject {
  return statement('Allow', actions, resource, condition);
}

/** Returns a statement that denies the actions on the resources. */
export function deny(actions: readonly string[], resource: Resource): JsonObject {
  return statement('Deny', actions, resource);
}

/** Returns a policy document of the current policy version. */
export function policyDocument(statements: readonly JsonObject[]): JsonObject {
  return { Version: '2012-10-17', Statement: [...statements] };
}

/** Returns a managed policy that is attached to the reader role. */
export function readerPolicy(...statements: readonly JsonObject[]): JsonObject {
  return {
    Type: 'AWS::IAM::ManagedPolicy',
    Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: policyDocument(statements) },
  };
}

/** Returns a managed policy with a fixed name that is attached to no role: a permissions boundary. */
export function boundaryPolicy(name: JsonObject, statements: readonly JsonObject[]): JsonObject {
  return {
    Type: 'AWS::IAM::ManagedPolicy',
    Properties: { ManagedPolicyName: name, PolicyDocument: policyDocument(statements) },
  };
}

/** Substitutes `${…}` with parameters and pseudo parameters. */
export function substitute(text: string): JsonObject {
  return { 'Fn::Sub': text };
}

/** Returns the ARN of an IAM entity in the stack's account, e.g. `role/${RoleName}`. */
export function iamArn(entity: string): JsonObject {
  return substitute(`arn:\${AWS::Partition}:iam::\${AWS::AccountId}:${entity}`);
}

function statement(
  effect: 'Allow' | 'Deny',
  actions: readonly string[],
  resource: Resource,
  condition?: JsonObject,
): JsonObject {
  return defined({
    Effect: effect,
    Action: [...actions],
    Resource: Array.isArray(resource)
      ? [...(resource as readonly (string | JsonObject)[])]
      : (resource as string | JsonObject),
    Condition: condition,
  });
}

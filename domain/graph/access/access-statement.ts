import type { AccessHolderKind } from '../../values.ts';

/** What a statement belongs to. */
export type StatementRole = 'identity' | 'managed' | 'resource' | 'trust' | 'control';

/** A statement of a policy, as the evaluation of access reads it. */
export interface AccessStatement {
  readonly role: StatementRole;
  /** Name of the inline policy, ARN of the managed policy, or path of the resource policy. */
  readonly policy: string;
  readonly sid?: string;
  /** Position in its policy, from 0. */
  readonly index: number;
  readonly effect: 'Allow' | 'Deny';
  /** In lower case: IAM ignores the case of actions. */
  readonly actions?: readonly string[];
  readonly notActions?: readonly string[];
  /** `actions` or `notActions` as written. */
  readonly written: readonly string[];
  readonly resources?: readonly string[];
  readonly notResources?: readonly string[];
  /** `*`, account numbers, ARNs of users and roles, service principals, identity providers. */
  readonly principals?: readonly string[];
  readonly notPrincipals?: readonly string[];
  /** Keys of its conditions. */
  readonly conditions: readonly string[];
}

/** A holder of policies for principals with what is attached to it. */
export interface AccessPrincipalFact {
  readonly kind: AccessHolderKind;
  readonly name: string;
  /** ARNs of managed policies; ids of service control policies. */
  readonly policies: readonly string[];
  readonly boundary?: string;
  /** Names of the groups of a user; ids of the parents of a target. */
  readonly groups: readonly string[];
}

/** What the evaluation of access reads from one resource. */
export interface AccessFact {
  readonly principal?: AccessPrincipalFact;
  readonly statements: readonly AccessStatement[];
}

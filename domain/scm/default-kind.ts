import type { IacProjectKind, IacSystem } from '../values.ts';

/** The kind of a project that a user adds without a kind. */
export const defaultKindOf: Readonly<Record<IacSystem, IacProjectKind>> = {
  terraform: 'root',
  opentofu: 'root',
  terragrunt: 'root',
  cloudformation: 'stack',
  sam: 'stack',
  cdk: 'stack',
  pulumi: 'stack',
  serverless: 'stack',
  helm: 'chart',
  kustomize: 'stack',
  crossplane: 'stack',
  ansible: 'playbook',
  bicep: 'stack',
};

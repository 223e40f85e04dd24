/** Kinds of records that a name of a question can stand for. */
export type NamedKind =
  'resource' | 'account' | 'application' | 'environment' | 'team' | 'project' | 'repository' | 'plan';

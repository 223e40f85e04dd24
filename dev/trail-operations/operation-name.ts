/** An operation of an AWS API, read by the words of its name. */
export interface OperationName {
  readonly verb: string;
  /** What the operation concerns, without the source of a copy: `DBInstance` of `RestoreDBInstanceFromDBSnapshot`. */
  readonly noun: string;
  readonly creates: Strength;
  readonly deletes: Strength;
  /** Whether the operation can change a resource that exists before and after it. */
  readonly updates: boolean;
}

/** Verbs that create the resource of their noun. */
const creatingVerbs =
  'Create|BatchCreate|Run|Allocate|Request|Import|Copy|Restore|Publish|Purchase|Provision|Upload|Subscribe|Register|Clone|Invite';
/** Verbs that create the resource of their noun if no other operation of the API does. */
const weakCreatingVerbs = 'Put|BatchPut|Add|Enable|Set|Associate|Start|Verify|Upsert|Activate';
/** Verbs that create and never change what exists. */
const onlyCreatingVerbs =
  'Create|BatchCreate|Run|Allocate|Request|Copy|Purchase|Provision|Upload|Subscribe|Invite|Clone';
const deletingVerbs = 'Delete|BatchDelete|Terminate|Deregister|Release|Cancel|Unsubscribe';
/** Verbs that delete the resource of their noun if no other operation of the API does. */
const weakDeletingVerbs = 'Remove|Disable|Disassociate|Stop|Close';
/** Verbs that delete and leave no resource to change. */
const onlyDeletingVerbs = 'Delete|BatchDelete|Terminate|Release|Unsubscribe';
const otherVerbs = 'BatchUpdate|Batch';
const verbs = new RegExp(
  `^(${[creatingVerbs, weakCreatingVerbs, deletingVerbs, weakDeletingVerbs, otherVerbs].join('|')})(?=[A-Z]|$)`,
);
const oneOf = (names: string) => new RegExp(`^(?:${names})$`);

/** `weak`: only if no other operation of the API creates, or deletes, the resource. */
export type Strength = 'yes' | 'weak' | 'no';

/** Parses the name of an operation of the SDK, e.g. `AddRoleToInstanceProfile`. */
export function parseOperationName(operation: string): OperationName {
  const scheduled = /^Schedule(\w+)Deletion$/.exec(operation);
  if (scheduled !== null)
    return { verb: 'Schedule', noun: scheduled[1] ?? '', creates: 'no', deletes: 'yes', updates: true };
  const verb = verbs.exec(operation)?.[1] ?? /^[A-Z][a-z]*/.exec(operation)?.[0] ?? '';
  const strength = (strong: string, weak: string): Strength =>
    oneOf(strong).test(verb) ? 'yes' : oneOf(weak).test(verb) ? 'weak' : 'no';
  return {
    verb,
    noun: concerned(verb, operation.slice(verb.length)),
    creates: strength(creatingVerbs, weakCreatingVerbs),
    deletes: strength(deletingVerbs, weakDeletingVerbs),
    updates: !oneOf(onlyCreatingVerbs).test(verb) && !oneOf(onlyDeletingVerbs).test(verb),
  };
}

/** `AddRoleToInstanceProfile` and `RemoveRoleFromInstanceProfile` concern the profile, `CopyImageFromX` the image. */
function concerned(verb: string, rest: string): string {
  const [first = '', second] = rest.split(/(?:To|From)(?=[A-Z])/, 2);
  if (second !== undefined && /^(Add|Remove|Attach|Detach)$/.test(verb)) return second;
  return first.split(/(?:With|In|By|For|Using)(?=[A-Z])/, 1)[0] ?? '';
}

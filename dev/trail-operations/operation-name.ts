/** An operation of an AWS API, read by the words of its name. */
export interface OperationName {
  readonly verb: string;
  /** What the operation concerns, without the source of a copy: `DBInstance` of `RestoreDBInstanceFromDBSnapshot`. */
  readonly noun: string;
  readonly creates: boolean;
  readonly deletes: boolean;
  /** Whether the operation can change a resource that exists before and after it. */
  readonly updates: boolean;
}

/** Verbs that create the resource of their noun. */
const creatingVerbs =
  'Create|Run|Put|Register|Allocate|Request|Import|Copy|Restore|Publish|Purchase|Provision|Upload|Add|Enable|Start|Set|Subscribe|Associate|Invite|Clone|Upsert|Verify';
/** Verbs that create and never change what exists. */
const onlyCreatingVerbs = 'Create|Run|Allocate|Request|Copy|Purchase|Provision|Upload|Subscribe|Invite|Clone';
const deletingVerbs =
  'Delete|BatchDelete|Terminate|Deregister|Release|Remove|Cancel|Disable|Unsubscribe|Disassociate|Close|Stop';
/** Verbs that delete and leave no resource to change. */
const onlyDeletingVerbs = 'Delete|BatchDelete|Terminate|Release|Unsubscribe';
const otherVerbs =
  'Update|Modify|BatchUpdate|BatchCreate|BatchPut|Attach|Detach|Tag|Untag|Reboot|Reset|Change|Replace|Authorize|Revoke|Apply|Accept|Reject|Admin|Move|Edit|Promote|Failover|Switchover|Rotate|Resume|Suspend|Pause|Deploy|Notify|Send|Assign|Unassign|Merge|Rebuild|Complete|Confirm|Activate|Deactivate|Test|Transfer|Unmonitor|Monitor|Increase|Decrease|Upgrade|Rollback|Refresh|Purge|Archive|Unarchive|Restart|Retry|Continue|Execute|Invoke|Grant|Share|Unshare|Lock|Unlock|Swap|Split|Schedule|Batch';
const verbs = new RegExp(`^(${creatingVerbs}|${deletingVerbs}|${otherVerbs})(?=[A-Z]|$)`);
const creates = new RegExp(`^(${creatingVerbs})$`);
const onlyCreates = new RegExp(`^(${onlyCreatingVerbs})$`);
const deletes = new RegExp(`^(${deletingVerbs})$`);
const onlyDeletes = new RegExp(`^(${onlyDeletingVerbs})$`);

/** Parses the name of an operation of the SDK, e.g. `AddRoleToInstanceProfile`. */
export function parseOperationName(operation: string): OperationName {
  const scheduled = /^Schedule(\w+)Deletion$/.exec(operation);
  if (scheduled !== null)
    return { verb: 'Schedule', noun: scheduled[1] ?? '', creates: false, deletes: true, updates: true };
  const verb = verbs.exec(operation)?.[1] ?? /^[A-Z][a-z]*/.exec(operation)?.[0] ?? '';
  const rest = operation.slice(verb.length);
  return {
    verb,
    noun: concerned(verb, rest),
    creates: creates.test(verb),
    deletes: deletes.test(verb),
    updates: !onlyCreates.test(verb) && !onlyDeletes.test(verb),
  };
}

/** `AddRoleToInstanceProfile` and `RemoveRoleFromInstanceProfile` concern the profile, `CopyImageFromX` the image. */
function concerned(verb: string, rest: string): string {
  const [first = '', second] = rest.split(/(?:To|From)(?=[A-Z])/, 2);
  if (second !== undefined && /^(Add|Remove|Attach|Detach)$/.test(verb)) return second;
  return first.split(/(?:With|In|By|For|Using)(?=[A-Z])/, 1)[0] ?? '';
}

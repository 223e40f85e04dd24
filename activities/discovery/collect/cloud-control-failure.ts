import { isGranted } from '../../../domain/connections/cloud-control-access.ts';
import { notPermittedCode, notPermittedText } from '../../../domain/discovery/tasks/not-permitted.ts';
import type { CellOutcome } from '../../../domain/values.ts';
import {
  classifyAwsError,
  deniedAction,
  isDeniedByOrganization,
} from '../../../clients/aws/classify-aws-error.ts';
import { outcomeOf } from './describe-resource.ts';

/** Why a type could not be read through Cloud Control. */
export interface CloudControlFailure {
  readonly outcome: FailedOutcome;
  readonly code: string;
  readonly message: string;
  /** Some lists of the type succeeded, so that it is worth reading again. */
  readonly partial: boolean;
}

export type FailedOutcome = Exclude<CellOutcome, 'complete'>;

/** The service has no value for a required input. */
export class InputUnknown extends Error {
  override readonly name = 'InputUnknown';
}

/** The children cannot be listed, because their parents could not be listed. Their outcome is that of the parents. */
export class ParentUnknown extends Error {
  override readonly name = 'ParentUnknown';
  readonly outcome: FailedOutcome;

  constructor(message: string, outcome: FailedOutcome = 'error') {
    super(message);
    this.outcome = outcome;
  }
}

/** Some lists or items of a type failed. `cause` is the first error. */
export class ListIncomplete extends Error {
  override readonly name = 'ListIncomplete';
  /** What failed, for example `2 of 3 lists`; empty for the only list of a type. */
  readonly failures: string;
  /** Whether a list of the type succeeded, so that the type is supported. */
  readonly partial: boolean;

  constructor(
    cause: unknown,
    { failures, partial }: { readonly failures: string; readonly partial: boolean },
  ) {
    super(classifyAwsError(cause).message, { cause });
    this.failures = failures;
    this.partial = partial;
  }
}

/**
 * Returns the failure of a cell: `not_permitted` for a denial of an action that the template does not grant. This occurs if
 * the permissions of the role are unknown, or if a handler needs an action that no role gets.
 *
 * @param groups permission groups of the role
 */
export function cloudControlFailureOf(error: unknown, groups: readonly string[]): CloudControlFailure {
  const failure = readError(error);
  const action = failure.outcome === 'denied' && !failure.partial ? deniedAction(failure.message) : undefined;
  // A denial of sts:AssumeRole says that the role is gone.
  if (action === undefined || action === 'sts:AssumeRole' || isGranted(action, groups)) return failure;
  return { ...failure, outcome: 'not_permitted', code: notPermittedCode, message: notPermittedText(action) };
}

function readError(error: unknown): CloudControlFailure {
  if (error instanceof ListIncomplete) {
    const { failures, partial } = error;
    const { outcome, code, message } = readError(error.cause);
    return {
      outcome: outcome === 'unsupported' && partial ? 'error' : outcome,
      code,
      message: failures === '' ? message : `${failures} failed: ${message}`,
      partial,
    };
  }
  const { code, message } = classifyAwsError(error);
  return { outcome: outcomeOfError(error, message), code, message, partial: false };
}

function outcomeOfError(error: unknown, message: string): FailedOutcome {
  if (error instanceof ParentUnknown) return error.outcome;
  if (error instanceof InputUnknown) return 'unsupported';
  const outcome = outcomeOf(error);
  return outcome === 'denied' && isDeniedByOrganization(message) ? 'blocked_by_scp' : outcome;
}

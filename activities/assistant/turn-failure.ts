import { ModelError } from '../../domain/assistant/model.ts';
import type { ProviderRemedy } from '../../domain/assistant/model.ts';
import type { TurnFailureCode } from '../../domain/assistant/turn-event.ts';
import { turnLimits } from '../../domain/assistant/turn-limits.ts';
import type { TurnOutcome } from '../../db/assistant/end-turn.ts';
import { isTransientDatabaseError } from '../../db/database-errors.ts';
import { TurnForbidden, TurnTimeout } from '../../commands/assistant/turn-stopped.ts';

/** Texts for users. The log has the errors. */
const messages: Readonly<Record<TurnFailureCode, string>> = {
  cancelled: 'The turn was cancelled.',
  timeout: `The turn exceeded ${turnLimits.seconds} seconds.`,
  provider_unavailable: 'The language model is unavailable. Retry later.',
  provider_error: 'The language model returned an incomplete response.',
  forbidden: 'The session or the permission to use the assistant has ended.',
  internal_error: 'The turn was stopped because of an internal error.',
};

/** The operator's part is in the log. */
const remedyMessages: Readonly<Record<ProviderRemedy, string>> = {
  credentials:
    'The model provider rejected the credentials of this installation. The operator has to correct them.',
  model: 'The model provider does not know the configured model. The operator has to correct it.',
  quota:
    'The model provider accepts no more requests for now, because its rate limit or quota is used up. Retry later.',
};

type Failure = Extract<TurnOutcome, { status: 'failed' }>;

/** @throws the error itself if it is a transient database error, so that Temporal retries the attempt. */
export function failureOf(error: unknown): Failure {
  if (isTransientDatabaseError(error)) throw error;
  const remedy = error instanceof ModelError ? error.remedy : undefined;
  return {
    ...failureWith(codeOf(error)),
    ...(remedy === undefined ? {} : { message: remedyMessages[remedy] }),
  };
}

export function failureWith(code: TurnFailureCode): Failure {
  return { status: 'failed', code, message: messages[code] };
}

function codeOf(error: unknown): TurnFailureCode {
  if (error instanceof TurnTimeout) return 'timeout';
  if (error instanceof TurnForbidden) return 'forbidden';
  return error instanceof ModelError ? error.code : 'internal_error';
}

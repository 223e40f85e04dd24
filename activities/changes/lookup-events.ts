import { defined } from '../../domain/defined.ts';
import type { PollWindow } from '../../domain/changes/poll-windows.ts';
import { readTypedEvent } from '../../domain/changes/read-typed-event.ts';
import type { LookupEvent, TypedEvent } from '../../domain/changes/read-typed-event.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { pageTokenCheck } from '../discovery/aws/page-tokens.ts';

/** A failed call of LookupEvents, or a list without an end. `cause` is the error of the AWS client, or a PagingError. */
export class LookupError extends Error {
  constructor(cause: unknown) {
    super('LookupEvents failed', { cause });
    this.name = 'LookupError';
  }
}

/**
 * Reads the mutating calls of a window, newest first, page by page.
 * @throws LookupError when a call to AWS fails or page tokens repeat.
 */
export async function* lookupEvents(
  caller: AwsCaller,
  region: string,
  window: PollWindow,
): AsyncGenerator<readonly TypedEvent[]> {
  const check = pageTokenCheck('LookupEvents');
  let token: string | undefined;
  do {
    const response = await lookup(caller, region, {
      StartTime: window.start,
      EndTime: window.end,
      LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      MaxResults: 50,
      ...defined({ NextToken: token }),
    });
    yield (response.Events ?? []).flatMap((event) => readTypedEvent(event, region) ?? []);
    token = response.NextToken === '' ? undefined : response.NextToken;
    if (token !== undefined) checkToken(check, token);
  } while (token !== undefined);
}

function checkToken(check: (token: string) => void, token: string): void {
  try {
    check(token);
  } catch (error) {
    throw new LookupError(error);
  }
}

interface LookupResponse {
  readonly Events?: readonly LookupEvent[];
  readonly NextToken?: string;
}

async function lookup(caller: AwsCaller, region: string, input: object): Promise<LookupResponse> {
  try {
    return await caller.call({ client: 'cloudtrail', region, operation: 'LookupEvents', input });
  } catch (error) {
    throw new LookupError(error);
  }
}

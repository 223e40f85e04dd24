import { readTrailEvent } from '../../domain/changes/read-trail-event.ts';
import type { PollWindow } from '../../domain/changes/poll-windows.ts';
import type { LookupEvent, TrailEvent } from '../../domain/changes/read-trail-event.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';

/** A failed call of LookupEvents. `cause` is the error of the AWS client. */
export class LookupError extends Error {
  constructor(cause: unknown) {
    super('LookupEvents failed', { cause });
    this.name = 'LookupError';
  }
}

/**
 * Reads the mutating calls of a window, newest first, page by page.
 * @throws LookupError when a call to AWS fails.
 */
export async function* lookupEvents(
  caller: AwsCaller,
  region: string,
  window: PollWindow,
): AsyncGenerator<readonly TrailEvent[]> {
  let token: string | undefined;
  do {
    const response = await lookup(caller, region, {
      StartTime: window.start,
      EndTime: window.end,
      LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      MaxResults: 50,
      ...(token === undefined ? {} : { NextToken: token }),
    });
    yield (response.Events ?? []).flatMap((event) => readTrailEvent(event) ?? []);
    token = response.NextToken;
  } while (token !== undefined && token !== '');
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

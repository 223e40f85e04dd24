import { useFixture } from '../use-fixture.ts';
import { startEventReceiver } from './event-receiver.ts';
import type { EventReceiver } from './event-receiver.ts';

/** A receiver for the calling test file, closed after its tests. See {@link useFixture}. */
export function useEventReceiver(): EventReceiver {
  return useFixture(startEventReceiver, (receiver) => receiver.close());
}

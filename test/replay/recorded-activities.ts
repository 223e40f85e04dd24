import type { RecordedHistory } from './histories.ts';

interface Payloads {
  readonly payloads?: readonly { readonly data?: string }[];
}

/** Returns the arguments of a workflow. */
export function argumentsOf({ history }: RecordedHistory): readonly unknown[] {
  const [started] = history.events;
  const attributes = started?.['workflowExecutionStartedEventAttributes'] as { input?: Payloads } | undefined;
  return decode(attributes?.input);
}

/** Returns the types of the activities of a workflow in the order of their start, without the steps of the run. */
export function activityTypesOf({ history }: RecordedHistory): readonly string[] {
  return history.events
    .flatMap((event) => scheduledType(event) ?? [])
    .filter((type) => !['markRunStarted', 'markRunFinished'].includes(type));
}

/** Returns the results of the activities of workflows, by type of activity, in the order of the histories. */
export function activityResultsOf(
  recorded: readonly RecordedHistory[],
): ReadonlyMap<string, readonly unknown[]> {
  const results = new Map<string, unknown[]>();
  for (const { history } of recorded) {
    const types = new Map(history.events.map((event) => [event['eventId'], scheduledType(event)]));
    for (const event of history.events) {
      const completed = event['activityTaskCompletedEventAttributes'] as
        { scheduledEventId: string; result?: Payloads } | undefined;
      const type = types.get(completed?.scheduledEventId);
      if (type !== undefined) results.set(type, [...(results.get(type) ?? []), decode(completed?.result)[0]]);
    }
  }
  return results;
}

function scheduledType(event: RecordedHistory['history']['events'][number]): string | undefined {
  const scheduled = event['activityTaskScheduledEventAttributes'] as
    { activityType: { name: string } } | undefined;
  return scheduled?.activityType.name;
}

function decode(payloads: Payloads | undefined): readonly unknown[] {
  return (payloads?.payloads ?? []).map(({ data }) =>
    data === undefined ? undefined : (JSON.parse(Buffer.from(data, 'base64').toString()) as unknown),
  );
}

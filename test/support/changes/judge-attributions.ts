import { chooseEvent } from '../../../domain/changes/choose-event.ts';
import type { ChangeOfResource } from '../../../domain/changes/choose-event.ts';
import { readTypedEvent } from '../../../domain/changes/read-typed-event.ts';
import type { TypedEvent } from '../../../domain/changes/read-typed-event.ts';
import type { Json } from '../../../domain/json/json.ts';
import type { RecordedCall } from './documented-records.ts';

export interface Judgements {
  readonly operations: number;
  readonly services: number;
  /** Changes that one person made. */
  readonly changes: number;
  /** Named with the right person. */
  readonly right: number;
  /** Of them, `exact`. */
  readonly exact: number;
  /** Named with a person who did not make the change, or named although nobody in the trail made it. */
  readonly wrong: readonly string[];
  /** Not named. */
  readonly missed: readonly string[];
}

/**
 * Attributes the changes of recorded calls among the events of other people: Ann makes the call, Bob makes it on another
 * resource of the type, and bystanders make it elsewhere, earlier or in vain, and calls of other services that have the
 * resource's identifiers in their parameters and tags. Then Bob makes the call on the same resource, too, and nobody on a third.
 */
export function judgeAttributions(calls: readonly RecordedCall[]): Judgements {
  const wrong: string[] = [];
  const missed: string[] = [];
  let changes = 0;
  let right = 0;
  let exact = 0;
  const judge = (
    title: string,
    change: ChangeOfResource,
    events: readonly TypedEvent[],
    person: string | undefined,
  ) => {
    const cause = chooseEvent(change, events);
    const named = cause?.event.actor.name;
    if (person !== undefined) changes += 1;
    if (named === person) {
      if (person !== undefined) right += 1;
      if (cause?.attribution === 'exact') exact += 1;
    } else if (named === undefined) missed.push(title);
    else wrong.push(`${title}: ${named}`);
  };
  for (const call of calls) {
    const title = `${call.call} ${call.change.kind} ${call.change.type}`;
    const other = mutate(call, '1');
    const third = mutate(call, '2');
    const events = [
      eventOf(call, 'ann', 10),
      ...bystandersOf(call),
      ...(other === undefined ? [] : eventOf(other, 'bob', 12)),
    ].flat();
    judge(title, changeOf(call), events, 'ann');
    if (other !== undefined) judge(`${title}, of another resource`, changeOf(other), events, 'bob');
    if (third !== undefined) judge(`${title}, of a third resource`, changeOf(third), events, undefined);
    const isCreation = call.change.kind === 'created';
    const again = [...events, ...eventOf(call, 'bob', isCreation ? 15 : 5)];
    judge(`${title}, by two people`, changeOf(call), again, 'ann');
  }
  const operations = new Set(calls.map(({ call }) => call));
  const services = new Set(calls.map(({ call }) => call.split('.')[0]));
  return { operations: operations.size, services: services.size, changes, right, exact, wrong, missed };
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
let count = 0;

function eventOf(
  { call, region, request, response = null, resources = null, details = null }: RecordedCall,
  person: string,
  minute: number,
  more: { readonly [field: string]: Json } = {},
): readonly TypedEvent[] {
  const [source = '', eventName = ''] = call.split('.');
  count += 1;
  const event = readTypedEvent(
    {
      EventId: `event-${count}`,
      EventName: eventName,
      EventSource: `${source}.amazonaws.com`,
      EventTime: at(minute),
      Username: person,
      CloudTrailEvent: JSON.stringify({
        awsRegion: region,
        userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::111122223333:user/${person}`, userName: person },
        requestParameters: request,
        responseElements: response,
        resources,
        serviceEventDetails: details,
        ...more,
      }),
    },
    region,
  );
  return event === undefined ? [] : [event];
}

function changeOf({ region, change }: RecordedCall): ChangeOfResource {
  return {
    kind: change.kind,
    resourceType: change.type,
    region: change.region ?? region,
    arn: change.arn,
    nativeId: change.id,
    name: change.name,
    paths: change.paths ?? [],
    createdAt: undefined,
    since: at(0),
    until: at(30),
    owners: [],
  };
}

/** Events of people who did not make the change, although their calls have the resource's identifiers or its operation. */
function bystandersOf(call: RecordedCall): readonly TypedEvent[] {
  const { change, region } = call;
  const { id, arn = id, name = id } = change;
  const elsewhere = region === 'sa-east-1' ? 'sa-east-2' : 'sa-east-1';
  const inOtherRegion = JSON.parse(
    JSON.stringify(call)
      .replaceAll(change.region ?? region, elsewhere)
      .replaceAll(region, elsewhere),
  ) as RecordedCall;
  const isShared = change.region === 'global';
  const of = (other: string, request: Json, place = region): RecordedCall => ({
    ...call,
    call: other,
    region: place,
    request,
    response: null,
    resources: null,
    details: null,
  });
  return [
    ...(isShared ? [] : eventOf(inOtherRegion, 'carol', 20)),
    ...eventOf(call, 'dave', -30),
    ...eventOf(call, 'erin', 20, { errorCode: 'AccessDenied' }),
    ...eventOf(call, 'frank', 20, { readOnly: true }),
    ...eventOf(
      of('lambda.UpdateFunctionConfiguration20150331v2', {
        functionName: 'bystander',
        description: name,
        environment: { variables: { ID: id, ARN: arn, NAME: name } },
      }),
      'grace',
      21,
    ),
    ...eventOf(
      of('s3.PutBucketTagging', {
        bucketName: 'bystander',
        tagging: {
          tagSet: {
            tag: [
              { key: id, value: arn },
              { key: 'Name', value: name },
            ],
          },
        },
      }),
      'heidi',
      22,
    ),
    ...eventOf(of('iam.PutGroupPolicy', { groupName: name, policyName: id }, 'us-east-1'), 'ivan', 23),
    ...eventOf(
      of('cloudformation.UpdateStack', {
        stackName: 'bystander',
        parameters: [{ parameterKey: id, parameterValue: name }],
      }),
      'judy',
      24,
    ),
  ];
}

/** The same call on a resource with other identifiers; `undefined` for a resource of which there is one in the account. */
function mutate(call: RecordedCall, suffix: string): RecordedCall | undefined {
  const texts = [call.change.id, call.change.name ?? ''].flatMap(identifyingTexts);
  if (texts.length === 0) return undefined;
  let text = JSON.stringify(call);
  for (const part of texts.toSorted((a, b) => b.length - a.length)) {
    const changed = changeText(part, suffix);
    text = text.replaceAll(part, changed).replaceAll(encodeURIComponent(part), encodeURIComponent(changed));
    // The ARNs of SageMaker have small letters.
    text = text.replaceAll(part.toLowerCase(), changed.toLowerCase());
  }
  return JSON.parse(text) as RecordedCall;
}

/** The last part of an ARN, URL or composite id. */
function identifyingTexts(id: string): readonly string[] {
  if (id === '' || /^\d{12}$/.test(id) || id.endsWith('hub/default')) return [];
  const digest = /@sha256:([0-9a-f]+)$/.exec(id)?.[1];
  if (digest !== undefined) return [digest];
  const recordSet = /^Z[A-Z0-9]+_(.+)_[A-Z]+$/.exec(id)?.[1];
  if (recordSet !== undefined) return [recordSet];
  const first = id.split('|')[0] ?? '';
  return [first.slice(Math.max(first.lastIndexOf('/'), first.lastIndexOf(':')) + 1)];
}

/** Changes a text so that it keeps its form: `i-0123456789abcdef0` remains an id of EC2. */
function changeText(text: string, digit: string): string {
  return /[0-9a-f]$/.test(text)
    ? `${text.slice(0, -1)}${text.endsWith(digit) ? '9' : digit}`
    : `${text}${digit}`;
}

import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import { ownershipIssueKinds } from '../../../../domain/values.ts';
import { forRecord } from '../each-record.ts';
import { onCallAnswer, refusalAnswer } from '../answers/fixed-answers.ts';
import { fixed, cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';
import {
  assignedAnswer,
  documentationAnswer,
  driftAnswer,
  eventFeedsAnswer,
  driftOf,
  exposureAnswer,
  resourceExposure,
  rulesAnswer,
  issuesAnswer,
  membersAnswer,
  openGroupsAnswer,
  servicePorts,
  savedQueriesAnswer,
  scansAnswer,
  stateSourcesAnswer,
  trustAnswer,
  unreadAnswer,
} from '../answers/knowledge-answers.ts';
import { freshnessAnswer, intervalAnswer, scannedRegionsAnswer } from '../answers/trust-answers.ts';
import { triggerOf } from './scan-trigger.ts';
import { queryOf } from '../view.ts';
import type { View } from '../view.ts';

const generic = `${genericCues} recently`;

/** Filters of a place that the tool of scans has. */
function placeOf(view: View): Record<string, string | readonly string[]> {
  const [account] = view
    .records(['account'])
    .flatMap(({ found }) => found.filter(({ kind }) => kind === 'account'));
  const regions = view.slots.regions.filter(({ negated }) => !negated).map(({ value }) => value);
  return {
    ...(account === undefined ? {} : { account: account.row.ref }),
    ...(regions.length === 0 ? {} : { region: regions }),
    ...(view.slots.types.length === 0 ? {} : { resource_type: view.slots.types.slice(0, 20) }),
  };
}

/** `accounts that are not ours` */
const outside = new Set(['ours', 'outside', 'external', 'foreign', 'else', 'org', 'organization']);

/** The port that a question names, by its number or its service: `ssh`. */
function portOf({ slots: { port, spans } }: View): number | undefined {
  const words = spans.flatMap(({ text }) => text.toLowerCase().split(' '));
  const service = words.find((word) => Object.hasOwn(servicePorts, word));
  return port ?? (service === undefined ? undefined : servicePorts[service]);
}

/** Intents about exposure, scans, drift, rules, members and documentation. */
export const knowledgeIntents: readonly Intent[] = [
  {
    name: 'exposure',
    nouns: cueSet('resource'),
    uses: cueSet(`public ${generic} use create permissions where`),
    serves: cueSet('types regions states tags names namings excluded port properties conditions'),
    takesWords: true,
    score(view) {
      if (
        !view.has('public') &&
        !(portOf(view) !== undefined && view.slots.states.some(({ value }) => value === 'open')) &&
        !(view.slots.port !== undefined && view.slots.spans.some(({ text }) => /\banywhere\b/i.test(text)))
      )
        return undefined;
      const isKnown = view.leftovers.every((word) => Object.hasOwn(servicePorts, word.toLowerCase()));
      return !isKnown || (view.slots.properties.length > 0 && portOf(view) === undefined) ? undefined : 8;
    },
    *plan(view) {
      if (view.records(['resource']).length > 0) {
        const text = yield* forRecord(view, ['resource'], 'exposure', ({ row }) => resourceExposure(row));
        return text ?? refusalAnswer(view.leftovers);
      }
      const port = portOf(view);
      const { slots } = view;
      const query = queryOf({
        ...view,
        // `open` is what the question asks.
        slots: {
          ...slots,
          states: slots.states.filter(({ value }) => value !== 'open'),
          conditions: port === undefined ? slots.conditions : [],
        },
      });
      const isGroups =
        query.types.length === 0
          ? port !== undefined
          : query.types.every((type) => type === 'AWS::EC2::SecurityGroup');
      return isGroups
        ? yield* openGroupsAnswer({ ...query, types: ['AWS::EC2::SecurityGroup'] }, port)
        : yield* exposureAnswer(query);
    },
  },
  {
    name: 'roles that trust others',
    nouns: cueSet('resource account'),
    uses: cueSet(`trust use permissions public ${generic} who where`),
    serves: cueSet('types regions names states tags namings excluded negation'),
    takesWords: true,
    score: (view) =>
      view.has('trust') &&
      view.records(['resource']).length === 0 &&
      view.leftovers.every((word) => outside.has(word.toLowerCase()))
        ? 8
        : undefined,
    plan: (view) => trustAnswer({ ...queryOf(view), types: ['AWS::IAM::Role'] }),
  },
  {
    name: 'scanned regions',
    nouns: cueSet('region account'),
    uses: cueSet(`scan fresh coverage ${generic} use`),
    serves: cueSet('names states'),
    score: (view) =>
      view.has('scan') && view.noun('region') && !view.slots.negatedCues.has('scan') && !view.has('denied')
        ? 8
        : undefined,
    plan: (view) =>
      scannedRegionsAnswer(view.records(['account'])[0]?.found.find(({ kind }) => kind === 'account')?.row),
  },
  {
    name: 'reading of CloudTrail',
    nouns: cueSet('account region'),
    uses: cueSet(`ingestion metrics break fresh scan ${generic} where when last issue`),
    serves: cueSet('names states types negation'),
    score: (view) => (view.has('ingestion') ? 10 : undefined),
    plan: (view) =>
      eventFeedsAnswer(view.records(['account'])[0]?.found.find(({ kind }) => kind === 'account')?.row),
  },
  {
    name: 'rules',
    nouns: cueSet('rule drift_rule resource owner tag'),
    uses: cueSet(`rule drift muted own why who ${generic} use finish code`),
    serves: cueSet('states tags conditions negation'),
    score: (view) =>
      view.noun('rule', 'drift_rule') ||
      (view.has('rule') && !view.has('howto')) ||
      (view.has('muted') && view.has('why'))
        ? 9
        : undefined,
    plan(view) {
      const text = view.slots.spans.map((span) => span.text.toLowerCase()).join(' ');
      const isOff = /\b(?:off|disabled|inactive|deactivated)\b/.test(text);
      const isOn =
        /\b(?:on|enabled|active)\b/.test(text) && /\b(?:switched|turned|enabled|active)\b/.test(text);
      return rulesAnswer(
        view.noun('drift_rule') || view.has('drift', 'muted') ? 'drift' : 'inference',
        isOff ? false : isOn ? true : undefined,
      );
    },
  },
  {
    name: 'interval of scans',
    nouns: cueSet('account'),
    uses: cueSet(`interval scan fresh ${generic} when`),
    serves: cueSet('names'),
    score: (view) =>
      view.has('interval') && (view.has('scan', 'fresh') || view.records(['account']).length > 0)
        ? 9
        : undefined,
    plan: (view) =>
      intervalAnswer(view.records(['account'])[0]?.found.find(({ kind }) => kind === 'account')?.row),
  },
  {
    name: 'drift',
    nouns: cueSet('resource'),
    uses: cueSet(`drift muted code ${generic} manage where`),
    serves: cueSet('types regions states tags names excluded'),
    score: (view) => (view.has('drift') ? 8 : undefined),
    *plan(view) {
      if (view.records(['resource']).length > 0) {
        const text = yield* forRecord(view, ['resource'], 'drift', ({ row }) => driftOf(row));
        return text ?? refusalAnswer(view.leftovers);
      }
      return yield* driftAnswer(queryOf(view), view.has('howmany'), view.has('muted'));
    },
  },
  {
    name: 'instructions',
    uses: new Set<Cue>([
      ...cueSet<Cue>(generic),
      'howto',
      'create',
      'delete',
      'change',
      'update',
      'related',
      'use',
      'scan',
      'own',
      'code',
      'manage',
      'need',
      'drift',
      'query',
      'rule',
      'public',
      'coverage',
      'permissions',
      'why',
      'missing',
      'statefile',
      'importblock',
      'members',
      'oncall',
      'stale',
      'belong',
      'denied',
      'issue',
      'break',
      'cost',
      'mfa',
      'metrics',
    ]),
    serves: cueSet('types regions states tags conditions window group names excluded'),
    takesWords: true,
    nouns: 'any',
    score: (view) => (view.has('howto') ? 14 : undefined),
    plan: (view) =>
      documentationAnswer(
        `${view.slots.spans.map(({ text }) => text).join(' ')}${view.noun('account') ? ' onboarding connection template role' : ''}`,
      ),
  },
  {
    name: 'state sources',
    nouns: cueSet('project'),
    uses: cueSet(`statefile break denied ${generic} fresh scan`),
    serves: cueSet('states names'),
    score: (view) =>
      view.has('statefile') &&
      !view.has('missing') &&
      view.slots.types.length === 0 &&
      view.resolutions.length === 0 &&
      view.has('list', 'which', 'what', 'howmany', 'exist', 'break', 'finish')
        ? 5.5
        : undefined,
    plan: (view) =>
      stateSourcesAnswer(
        view.has('finish', 'break', 'denied') || view.slots.states.some(({ value }) => value === 'failed'),
      ),
  },
  {
    name: 'saved queries',
    nouns: cueSet('resource'),
    uses: cueSet(`query ${generic}`),
    serves: cueSet('names'),
    takesWords: true,
    score: (view) => (view.has('query') ? 9 : undefined),
    plan: (view) => savedQueriesAnswer(view.slots.names[0]?.text),
  },
  {
    name: 'members of a team',
    nouns: cueSet('team user'),
    uses: cueSet(`members belong who ${generic}`),
    serves: cueSet('names'),
    score(view) {
      const hasTeam = view.records(['team']).length > 0;
      if (
        view.has('who') &&
        hasTeam &&
        !view.has('own', 'change', 'create', 'delete', 'oncall') &&
        !view.isSet &&
        view.resolutions.length === 1
      )
        return 7;
      return view.has('members') && (hasTeam || view.resolutions.length === 0) ? 8 : undefined;
    },
    plan: (view) => membersAnswer(view.records(['team'])[0]?.found.find(({ kind }) => kind === 'team')?.row),
  },
  {
    name: 'users',
    nouns: cueSet('user'),
    uses: cueSet(`${generic} who`),
    serves: cueSet('names'),
    score: (view) => (view.noun('user') ? 5 : undefined),
    plan: () => membersAnswer(undefined),
  },
  {
    name: 'on call',
    nouns: cueSet('application team owner'),
    uses: cueSet(`oncall own who ${generic}`),
    serves: cueSet('types regions states tags conditions window group names'),
    score: (view) => (view.has('oncall') ? 9 : undefined),
    *plan(view) {
      const [application] = view
        .records(['application'])
        .flatMap(({ found }) => found.filter(({ kind }) => kind === 'application'));
      return application === undefined
        ? yield* fixed(onCallAnswer)
        : yield* assignedAnswer(application.row, 'on_call');
    },
  },
  {
    name: 'contributors',
    nouns: cueSet('application team'),
    uses: cueSet(`contributors who ${generic}`),
    serves: cueSet('names'),
    score: (view) => (view.has('contributors') && view.records(['application']).length > 0 ? 8 : undefined),
    *plan(view) {
      const [application] = view
        .records(['application'])
        .flatMap(({ found }) => found.filter(({ kind }) => kind === 'application'));
      return application === undefined
        ? refusalAnswer()
        : yield* assignedAnswer(application.row, 'contributor');
    },
  },
  {
    name: 'ownership issues',
    nouns: cueSet('resource application team owner'),
    uses: cueSet(`issue own ${generic}`),
    serves: cueSet('states'),
    score: (view) => (view.has('issue') ? 9 : undefined),
    plan(view) {
      const text = view.slots.spans.map((span) => span.text.toLowerCase()).join(' ');
      return issuesAnswer(
        ownershipIssueKinds.find((kind) => text.includes(kind.replaceAll('_', ' ').replace(/s$/, ''))),
      );
    },
  },
  {
    name: 'outcome of scans',
    nouns: cueSet('account resource'),
    uses: cueSet(`scan ${generic} break last seen when`),
    serves: cueSet('states names limit'),
    score(view) {
      if (!view.has('scan') || view.slots.types.length > 0 || view.slots.negatedCues.has('scan'))
        return undefined;
      const hasOutcome =
        view.has('finish', 'break') ||
        view.slots.states.some(({ value }) =>
          ['failed', 'succeeded', 'running', 'queued', 'cancelled'].includes(value),
        );
      if (hasOutcome || triggerOf(view) !== undefined) return 7;
      return view.has('list', 'which', 'howmany') && !view.has('when') ? 6.5 : undefined;
    },
    *plan(view) {
      const state = view.slots.states.find(({ value }) =>
        ['failed', 'succeeded', 'running', 'queued', 'cancelled'].includes(value),
      )?.value;
      const { account } = placeOf(view);
      const trigger = triggerOf(view);
      const isLast = view.has('last');
      const text = yield* scansAnswer(
        {
          ...(account === undefined ? {} : { account }),
          ...(trigger === undefined ? {} : { trigger }),
          ...(state === undefined || state === 'succeeded' ? {} : { scan_status: state }),
        },
        isLast && trigger === undefined ? 3 : 5,
        isLast,
      );
      return state === undefined ? `${text}\n${yield* freshnessAnswer(undefined)}` : text;
    },
  },
  {
    name: 'access denied',
    nouns: cueSet('account region type resource'),
    uses: cueSet(`denied scan permissions missing ${generic} where why`),
    negates: cueSet('scan'),
    serves: cueSet('names regions types states'),
    score: (view) =>
      view.has('denied') ||
      (view.has('scan') &&
        view.slots.negatedCues.has('scan') &&
        (view.slots.types.length > 0 || view.slots.regions.length > 0))
        ? 7.5
        : undefined,
    plan(view) {
      const text = view.slots.spans.map((span) => span.text.toLowerCase()).join(' ');
      return unreadAnswer(placeOf(view), /denied|permission|forbidden/.test(text) ? 'denied' : undefined);
    },
  },
];

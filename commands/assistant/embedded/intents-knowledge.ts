import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import { ownershipIssueKinds, scanTriggers } from '../../../domain/values.ts';
import { forRecord } from './each-record.ts';
import { onCallAnswer, refusalAnswer } from './answers/fixed-answers.ts';
import { fixed, cueSet } from './intent.ts';
import type { Intent } from './intent.ts';
import {
  assignedAnswer,
  documentationAnswer,
  driftAnswer,
  driftOf,
  exposureAnswer,
  resourceExposure,
  issuesAnswer,
  membersAnswer,
  openGroupsAnswer,
  savedQueriesAnswer,
  scansAnswer,
  stateSourcesAnswer,
  unreadAnswer,
} from './answers/knowledge-answers.ts';
import { freshnessAnswer } from './answers/trust-answers.ts';
import { queryOf } from './view.ts';
import type { View } from './view.ts';

const generic = 'what which list about how howmany exist data recently finish';

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

/** Words for what starts a scan. */
const triggerWords: Readonly<Record<(typeof scanTriggers)[number], RegExp>> = {
  manual: /\b(?:manual|manually|by hand|by a person)\b/,
  schedule: /\b(?:scheduled|schedule|daily)\b/,
  onboarding: /\b(?:onboarding|onboarded|initial)\b/,
  retry: /\b(?:retry|retried|retries)\b/,
  event: /\b(?:events?|cloudtrail)\b/,
};

function triggerOf({ slots }: View): (typeof scanTriggers)[number] | undefined {
  const text = slots.spans.map((span) => span.text.toLowerCase()).join(' ');
  return scanTriggers.find((trigger) => triggerWords[trigger].test(text));
}

export const knowledgeIntents: readonly Intent[] = [
  {
    name: 'exposure',
    nouns: cueSet('resource'),
    uses: cueSet(`public ${generic} use create permissions where`),
    serves: cueSet('types regions states tags names'),
    score: (view) => (view.has('public') && !view.slots.cues.has('cost') ? 8 : undefined),
    *plan(view) {
      if (view.records(['resource']).length > 0) {
        const text = yield* forRecord(view, ['resource'], 'exposure', ({ row }) => resourceExposure(row));
        return text ?? refusalAnswer(view.leftovers);
      }
      const query = queryOf(view);
      return query.types.length === 1 && query.types[0] === 'AWS::EC2::SecurityGroup'
        ? yield* openGroupsAnswer(query)
        : yield* exposureAnswer(query);
    },
  },
  {
    name: 'drift',
    nouns: cueSet('resource'),
    uses: cueSet(`drift muted code ${generic} manage where`),
    serves: cueSet('types regions states tags names'),
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
    serves: cueSet('types regions states tags conditions window group names'),
    takesWords: true,
    nouns: 'any',
    score: (view) => (view.has('howto') ? 14 : undefined),
    plan: (view) =>
      documentationAnswer(
        `${view.slots.spans.map(({ text }) => text).join(' ')}${view.noun('account') && view.has('related', 'create') ? ' onboarding connection template role' : ''}`,
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

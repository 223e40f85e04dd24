import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import { callAll, PlanEnded, read, requireOk } from '../../../domain/assistant/embedded/plan.ts';
import type { ToolPlan } from '../../../domain/assistant/embedded/plan.ts';
import { cite, rowNameOf, textOf } from '../../../domain/assistant/embedded/write-text.ts';
import { accessAnswer } from './answers/knowledge-answers.ts';
import { codeAnswer, missingAnswer, whyState } from './answers/code-answers.ts';
import { forRecord } from './each-record.ts';
import { refusalAnswer } from './answers/fixed-answers.ts';
import {
  affectedAnswer,
  breaksAnswer,
  dependenciesAnswer,
  dependentsAnswer,
  dependsAnswer,
  peersAnswer,
  relatedAnswer,
  safetyAnswer,
} from './answers/graph-answers.ts';
import { fixed, cueSet } from './intent.ts';
import type { Intent } from './intent.ts';
import {
  evidenceAnswer,
  membershipAnswer,
  resourceOwners,
  scopeOwners,
  setOwners,
  teamOwnsAnswer,
  unownedApplications,
} from './answers/ownership-answers.ts';
import {
  conditionAnswer,
  fieldAnswer,
  propertyAnswer,
  recordText,
  showResource,
  stateAnswer,
  tagAnswer,
  timesAnswer,
  unknownProperty,
} from './answers/record-answers.ts';
import { listAnswer } from './answers/resource-answers.ts';
import { noResponse, prepareQuery } from './resource-query.ts';
import type { NamedKind } from '../../../domain/assistant/embedded/named-kind.ts';
import type { Resolved } from './resolve-names.ts';
import { asTeam, queryOf, viewOf } from './view.ts';
import type { View } from './view.ts';

const resource: readonly NamedKind[] = ['resource'];
const shownKinds: readonly NamedKind[] = [
  'resource',
  'application',
  'account',
  'environment',
  'team',
  'project',
  'repository',
];
const placeSlots = 'regions names types';

/** Whether the question has a name for a record of these kinds. */
function isAbout(view: View, kinds: readonly NamedKind[]): boolean {
  return view.records(kinds).length > 0;
}

/** Whether the question names a single thing that may be a record: a resolved name, or a pronoun that stands for one. */
function hasName(view: View): boolean {
  return view.resolutions.length > 0;
}

function* about(
  view: View,
  kinds: readonly NamedKind[],
  what: string,
  answer: (found: Resolved) => ToolPlan<string | undefined>,
): ToolPlan {
  const few = yield* fewOfType(view, kinds);
  if (few.length === 0) {
    // Records of the answer before are answered one by one.
    const subjects = view.records(kinds).filter(({ name }) => name.isListed === true);
    const texts: string[] = [];
    for (const subject of subjects.slice(0, maximumSubjects)) {
      const one = { ...view, resolutions: [subject], records: () => [subject] };
      texts.push((yield* forRecord(one, kinds, what, answer)) ?? refusalAnswer(view.leftovers));
    }
    if (texts.length > 0) return [...new Set(texts)].join('\n');
    return (yield* forRecord(view, kinds, what, answer)) ?? refusalAnswer(view.leftovers);
  }
  const texts: string[] = [];
  for (const one of few) texts.push((yield* answer(one)) ?? refusalAnswer(view.leftovers));
  return texts.join('\n');
}

/** The largest number of records that one answer is about. */
const maximumSubjects = 5;

/** `the VPC in shop-staging`: the only resource of a type in a place, or a few of them. */
function* fewOfType(view: View, kinds: readonly NamedKind[]): ToolPlan<readonly Resolved[]> {
  if (!kinds.includes('resource') || view.slots.types.length === 0) return [];
  if (view.records(resource).length > 0) return [];
  const query = queryOf(view);
  const { arguments: args, minus } = yield* prepareQuery(query);
  const reply = yield* read('search_resources', { ...args, limit: maximumSubjects });
  const [first] = reply.rows;
  if (first === undefined || minus !== undefined) throw new PlanEnded(yield* listAnswer(query));
  if ((reply.total ?? reply.rows.length) > (view.slots.typesPlural ? maximumSubjects : 1))
    throw new PlanEnded(`Several match; which one do you mean?\n${yield* listAnswer(query)}`);
  return reply.rows.map((row) => ({ kind: 'resource', row, rank: 0 }));
}

/** Whether a name or the only resource of a type is the subject. */
function hasSubject(view: View): boolean {
  return hasName(view) || (view.slots.types.length > 0 && !view.slots.typesPlural);
}

/** Whether the first name stands before a cue: `what does X depend on`. */
function nameBefore(view: View, ...cues: readonly Cue[]): boolean {
  const starts = cues.flatMap((cue) => view.slots.cues.get(cue) ?? []);
  const name = view.slots.names[0]?.start ?? view.slots.spans.find(({ kind }) => kind === 'pronoun')?.start;
  return name !== undefined && starts.length > 0 && name < Math.min(...starts);
}

const generic = 'what which list about how howmany exist data finish';

export const recordIntents: readonly Intent[] = [
  {
    name: 'owner',
    nouns: cueSet('owner team'),
    uses: cueSet(`own belong ${generic} who members why contributors oncall`),
    serves: cueSet(`${placeSlots} tags states group conditions namings`),
    score(view) {
      const asksOwner =
        view.has('own') ||
        (view.noun('owner') && !view.slots.states.some(({ value }) => value === 'unowned')) ||
        (view.noun('team') && view.has('belong', 'which', 'what', 'who') && hasName(view)) ||
        (view.has('who') && view.has('belong')) ||
        (view.has('who') && view.noun('team') && hasName(view));
      if (!asksOwner || isOwnedBy(view)) return undefined;
      if (view.has('howmany') && !hasName(view)) return undefined;
      return hasSubject(view) || view.isSet ? 6 : undefined;
    },
    *plan(view) {
      const isPlural =
        view.slots.typesPlural || view.slots.nouns.some(({ noun, plural }) => noun === 'resource' && plural);
      if (
        view.isSet &&
        (isPlural ||
          !isAbout(view, shownKinds) ||
          (view.slots.types.length > 0 && view.records(resource).length === 0))
      )
        return yield* setOwners(queryOf(view));
      return yield* about(
        view,
        ['resource', 'application', 'account', 'environment', 'project', 'team'],
        'ownership',
        ({ kind, row }) =>
          kind === 'resource'
            ? resourceOwners(row)
            : kind === 'team'
              ? fixed(`${cite(row)} is a team.`)
              : scopeOwners(kind, row),
      );
    },
  },
  {
    name: 'applications without an owner',
    nouns: cueSet('application owner'),
    uses: cueSet(`own ${generic}`),
    negates: cueSet('own'),
    serves: cueSet('states'),
    score: (view) =>
      view.noun('application') &&
      (view.slots.states.some(({ value, negated }) => value === 'unowned' && !negated) ||
        view.slots.negatedCues.has('own')) &&
      !hasName(view) &&
      !view.isSet
        ? 9
        : undefined,
    plan: () => unownedApplications(),
  },
  {
    name: 'resources of a team',
    nouns: cueSet('resource'),
    uses: cueSet(`own belong ${generic} manage members`),
    serves: cueSet('types regions states tags conditions names'),
    score: (view) =>
      isOwnedBy(view) &&
      !view.noun('application', 'account', 'environment', 'project') &&
      !view.has('howmany') &&
      view.slots.group === undefined
        ? 8
        : undefined,
    plan: (view) => listAnswer(queryOf(asTeam(view)), view.slots.skipped ?? 0),
  },
  {
    name: 'evidence',
    nouns: cueSet('owner team application environment'),
    uses: cueSet(`certainty why belong own ${generic}`),
    serves: cueSet(placeSlots),
    score: (view) =>
      (view.has('certainty') || (view.has('why') && view.has('belong', 'own'))) && isAbout(view, resource)
        ? 8
        : undefined,
    plan: (view) => about(view, resource, 'evidence of ownership', ({ row }) => evidenceAnswer(row)),
  },
  {
    name: 'application or environment of a resource',
    nouns: cueSet('application environment'),
    uses: cueSet(`belong own use ${generic} where why`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!view.noun('application', 'environment') || !isAbout(view, resource) || view.has('own'))
        return undefined;
      return view.slots.nouns.some(({ plural }) => plural) && !view.has('belong') ? 3 : 6;
    },
    plan: (view) =>
      about(view, resource, 'membership', function* membership({ row }) {
        const asked = (['application', 'environment'] as const).filter((noun) => view.noun(noun));
        const texts: string[] = [];
        for (const noun of asked) texts.push(yield* membershipAnswer(row, noun, view.has('why')));
        return texts.join('\n');
      }),
  },
  {
    name: 'belongs to',
    nouns: new Set(),
    uses: cueSet(`belong ${generic} who where`),
    serves: cueSet(placeSlots),
    score: (view) =>
      view.has('belong') && isAbout(view, resource) && view.slots.nouns.length === 0 ? 4 : undefined,
    plan: (view) => about(view, resource, 'membership', ({ row }) => evidenceAnswer(row)),
  },
  {
    name: 'import block',
    nouns: cueSet('resource'),
    uses: cueSet(`importblock code create address manage ${generic}`),
    serves: cueSet(placeSlots),
    score: (view) => (view.has('importblock') ? 9 : undefined),
    *plan(view) {
      if (!hasSubject(view)) return 'Import blocks are made of one resource at a time; name it.';
      return yield* about(view, resource, 'the code', function* importBlock({ row }) {
        const text = yield* codeAnswer(row);
        return `The assistant writes no import block; \`GET /api/v1/resources/{id}/import-block\` returns it where the type has one. ${text}`;
      });
    },
  },
  {
    name: 'code',
    nouns: cueSet('project repository file commit address'),
    uses: cueSet(`code address manage ${generic} where who why create use`),
    serves: cueSet(`${placeSlots} states`),
    score(view) {
      const isManaged =
        view.slots.states.some(({ value }) => value === 'managed') &&
        view.has('where', 'which', 'what', 'how', 'who');
      const cued =
        isManaged ||
        view.has('code') ||
        view.has('address') ||
        (view.has('where') && view.has('manage')) ||
        (view.noun('project', 'repository', 'file', 'commit') && isAbout(view, resource)) ||
        (view.has('manage') && view.has('what', 'who', 'which', 'how'));
      if (
        !cued ||
        !hasSubject(view) ||
        !(isAbout(view, resource) || view.missing.length > 0 || view.slots.types.length > 0)
      )
        return undefined;
      if (view.slots.typesPlural && view.records(resource).length === 0) return undefined;
      return 5 + (view.has('code') && view.has('where', 'which', 'list') ? 1 : 0);
    },
    plan: (view) => about(view, resource, 'the code', ({ row }) => codeAnswer(row)),
  },
  {
    name: 'why a state',
    nouns: new Set(),
    uses: cueSet(`why manage code own ${generic}`),
    negates: cueSet('manage own code'),
    serves: cueSet(`${placeSlots} states`),
    score: (view) =>
      view.has('why') && isAbout(view, resource) && view.slots.states.length > 0 ? 7 : undefined,
    plan: (view) => about(view, resource, 'the management state', ({ row }) => whyState(row)),
  },
  {
    name: 'resources of a project',
    nouns: cueSet('resource'),
    uses: cueSet(`manage code ${generic} belong own`),
    serves: cueSet('types regions states names'),
    score(view) {
      const [project] = view.records(['project']);
      if (project === undefined || view.has('change', 'missing', 'coverage')) return undefined;
      return (view.has('manage') ||
        view.slots.states.some(({ value }) => value === 'managed') ||
        view.has('what', 'list', 'which')) &&
        !view.noun('plan', 'execution', 'pull_request') &&
        !view.has('howmany')
        ? 4.5
        : undefined;
    },
    plan: (view) =>
      listAnswer(
        queryOf({
          ...view,
          slots: { ...view.slots, states: view.slots.states.filter(({ value }) => value !== 'managed') },
        }),
      ),
  },
  {
    name: 'missing',
    nouns: cueSet('resource project state'),
    uses: cueSet(`compare missing statefile exist code ${generic} gone delete manage`),
    serves: cueSet('names states'),
    score(view) {
      const inState =
        (view.has('statefile') ||
          view.has('code') ||
          view.slots.states.some(({ value }) => value === 'managed')) &&
        (view.slots.negatedCues.has('exist') || view.has('missing') || view.slots.regions.length > 0);
      if (!view.has('missing') && !inState) return undefined;
      if (
        view.slots.types.length > 0 ||
        view.slots.names.some(
          ({ kind }) => kind !== undefined && kind !== 'project' && kind !== 'environment',
        )
      )
        return undefined;
      return view.resolutions.length === 0 || isAbout(view, ['project', 'environment'])
        ? view.has('statefile')
          ? 8
          : 6
        : undefined;
    },
    *plan(view) {
      const [project] = view.records(['project']);
      const [environment] = view.records(['environment']);
      return yield* missingAnswer(
        project?.found[0]?.row,
        environment === undefined ? undefined : rowNameOf(environment.found[0]?.row ?? emptyRow),
      );
    },
  },
  {
    name: 'safe to delete',
    nouns: new Set(),
    uses: cueSet(`safe delete break depend use why ${generic} need`),
    serves: cueSet(placeSlots),
    score: (view) => (view.has('safe') && hasSubject(view) ? 9 : undefined),
    plan: (view) => about(view, resource, 'the impact', ({ row }) => safetyAnswer(row)),
  },
  {
    name: 'what breaks',
    nouns: cueSet('resource team application environment'),
    uses: cueSet(`break delete change depend use ${generic} related who when seen`),
    serves: cueSet(placeSlots),
    score: (view) =>
      (view.has('break') ||
        (view.has('what') && view.has('change') && view.has('delete') && view.has('how'))) &&
      hasSubject(view)
        ? 6
        : undefined,
    plan: (view) =>
      about(view, resource, 'the impact', ({ row }) => {
        const by = (['team', 'application', 'environment'] as const).find((noun) => view.noun(noun));
        return by === undefined
          ? breaksAnswer(row, view.records(resource).length > 0 ? view.slots.types : [])
          : affectedAnswer(row, by);
      }),
  },
  {
    name: 'runs as',
    nouns: new Set(),
    uses: cueSet(`runas use ${generic}`),
    serves: cueSet(`${placeSlots} states tags conditions namings`),
    score(view) {
      const isRole = view.slots.types.length === 1 && view.slots.types[0] === 'AWS::IAM::Role';
      return (isAbout(view, resource) || view.slots.typesPlural) &&
        (view.has('runas') || (isRole && view.has('use', 'which', 'what') && nameBefore(view, 'use')))
        ? 8
        : undefined;
    },
    plan: (view) =>
      about(view, resource, 'the role', ({ row }) =>
        peersAnswer(
          row,
          ['runs_as'],
          (name) => `The role as which ${name} runs`,
          (name) => `No role is known as which ${name} runs`,
        ),
      ),
  },
  {
    name: 'dead letters',
    uses: cueSet(`deadletters ${generic} where break use belong related`),
    serves: cueSet(`${placeSlots} conditions`),
    score: (view) => (view.has('deadletters') && isAbout(view, resource) ? 8 : undefined),
    plan: (view) =>
      about(withTypes(view, deadLetterTypes), resource, 'dead letters', ({ row }) =>
        peersAnswer(
          row,
          ['dead_letters_to'],
          (name) => `Where failed messages of ${name} go`,
          (name) => `No dead-letter queue of ${name} is known`,
        ),
      ),
  },
  {
    name: 'whether a team owns',
    uses: cueSet(`own belong ${generic}`),
    serves: cueSet('names regions types'),
    score: (view) =>
      view.has('own') &&
      view.records(['team']).some(({ name }) => name.kind === 'team') &&
      ownedOf(view) !== undefined &&
      /^(?:does|do|is|are|did)\b/i.test(view.slots.spans[0]?.text ?? '') &&
      !view.has('list', 'howmany')
        ? 9
        : undefined,
    *plan(view) {
      const [team] = view.records(['team']).filter(({ name }) => name.kind === 'team');
      const owned = ownedOf(view);
      const [row] = team?.found ?? [];
      if (owned === undefined || row === undefined) return refusalAnswer();
      return yield* teamOwnsAnswer(row.row, owned.kind, owned.row);
    },
  },
  {
    name: 'permissions',
    nouns: new Set(),
    uses: cueSet(`permissions use ${generic} who where change create delete`),
    serves: cueSet(placeSlots),
    score: (view) =>
      view.has('permissions') && isAbout(view, resource)
        ? 7
        : view.has('what') &&
            isAbout(view, resource) &&
            view.records(resource)[0]?.found[0] !== undefined &&
            isRole(view) &&
            view.slots.cues.size === 1
          ? 3
          : undefined,
    // `who can receive messages from X` asks for the principals of a resource, and `what can X do` for those of a role.
    plan: (view) =>
      isRole(view)
        ? about(view, resource, 'permissions', permissionsAnswer)
        : about(view, resource, 'access', ({ row }) => accessAnswer(row)),
  },
  {
    name: 'depends on',
    nouns: cueSet('resource application'),
    uses: cueSet(`depend use need related break belong ${generic} who where`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!view.has('depend', 'use', 'need')) return undefined;
      if (!hasSubject(view)) return undefined;
      if (
        view.has('use') &&
        !view.has('depend', 'need') &&
        (view.leftovers.length > 0 || (!isAbout(view, resource) && view.missing.length === 0))
      )
        return undefined;
      return view.has('depend', 'need') ? 6 : 5;
    },
    plan: dependPlan,
  },
  {
    name: 'related',
    nouns: cueSet('resource'),
    uses: cueSet(`related ${generic} use where who when`),
    serves: cueSet(`${placeSlots} conditions`),
    score: (view) =>
      (view.has('related') || isAttached(view)) && hasSubject(view) && isAbout(view, resource)
        ? 5
        : undefined,
    plan: (view) => about(view, resource, 'relationships', ({ row }) => relatedAnswer(row)),
  },
  {
    name: 'times of a resource',
    nouns: new Set(),
    uses: cueSet(`when first seen create delete change update ${generic} last oldest fresh recently`),
    serves: cueSet(placeSlots),
    score(view) {
      if (!isAbout(view, resource) && !(view.missing.length > 0 && view.has('when'))) return undefined;
      if (view.has('who')) return undefined;
      return view.has('when') || view.has('seen')
        ? view.has('seen', 'create', 'delete', 'change', 'update', 'when')
          ? 7
          : undefined
        : view.has('fresh')
          ? 5
          : undefined;
    },
    plan: (view) => about(view, resource, 'times', ({ row }) => timesAnswer(row)),
  },
  {
    name: 'field',
    nouns: cueSet('tag type region account state status'),
    uses: cueSet(`${generic} belong where use`),
    serves: cueSet(`${placeSlots} states`),
    score(view) {
      if (!isAbout(view, resource) || view.slots.typesPlural) return undefined;
      if (view.noun('tag', 'type', 'region', 'account', 'state', 'status')) return 6;
      return view.has('where') && view.slots.nouns.length === 0 ? 4 : undefined;
    },
    plan(view) {
      const noun =
        view.slots.nouns.find((one) =>
          ['tag', 'type', 'region', 'account', 'state', 'status'].includes(one.noun),
        )?.noun ?? 'place';
      return about(view, resource, `the ${noun}`, ({ row }) => fieldAnswer(row, noun));
    },
  },
  {
    name: 'whether a state',
    nouns: new Set(),
    uses: cueSet(`${generic} manage code where`),
    serves: cueSet(`${placeSlots} states`),
    score: (view) =>
      isAbout(view, resource) &&
      view.slots.states.length === 1 &&
      !view.slots.typesPlural &&
      !view.noun('resource') &&
      view.slots.nouns.length === 0
        ? view.has('list', 'which', 'what', 'howmany', 'where', 'how', 'who')
          ? 3
          : 5
        : undefined,
    plan: (view) =>
      about(view, resource, 'the state', ({ row }) => {
        const [state] = view.slots.states;
        return state?.value === 'unowned'
          ? resourceOwners(row)
          : stateAnswer(row, state?.value ?? 'managed', state?.negated === true);
      }),
  },
  {
    name: 'whether a tag',
    nouns: new Set(),
    uses: cueSet(`${generic}`),
    serves: cueSet(`${placeSlots} tags`),
    score: (view) =>
      isAbout(view, resource) &&
      view.slots.tags.length === 1 &&
      !view.slots.typesPlural &&
      view.slots.nouns.length === 0
        ? 5
        : undefined,
    plan: (view) =>
      about(view, resource, 'tags', ({ row }) => tagAnswer(row, view.slots.tags[0]?.value ?? '')),
  },
  {
    name: 'property',
    nouns: cueSet('resource address'),
    uses: cueSet(
      `${generic} who when where use change create code manage permissions delete update depend own last more need address related public scan`,
    ),
    serves: cueSet(`${placeSlots} conditions states properties limit negation`),
    takesWords: true,
    score(view) {
      if (!isAbout(view, resource) || view.slots.typesPlural || isAttached(view)) return undefined;
      if (
        view.missing.some(({ name }) => name.certain && !/^[a-z]{2,30}[A-Z][A-Za-z]{0,100}$/.test(name.text))
      )
        return undefined;
      if (view.missing.length > 0) return 4.5;
      if (view.slots.properties.length > 0) return 5.5;
      if (view.leftovers.length > 0) return 4.5;
      return view.slots.conditions.length > 0 ? 5.5 : undefined;
    },
    plan(view) {
      const { properties, conditions } = view.slots;
      const [condition] = conditions;
      if (
        condition !== undefined &&
        conditions.length === 1 &&
        view.leftovers.length + properties.length === 0
      )
        return about(view, resource, 'the configuration', ({ row }) =>
          conditionAnswer(row, condition.value, condition.negated),
        );
      const isList = properties.length > 1 && view.leftovers.length === 0;
      const texts = isList ? properties.map(({ text }) => text) : [propertyWords(view)];
      return about(view, resource, 'the configuration', function* property({ row }) {
        const answers: string[] = [];
        for (const text of texts)
          answers.push((yield* propertyAnswer(row, text)) ?? (yield* unknownProperty(row, text)));
        return answers.join('\n');
      });
    },
  },
  {
    name: 'show',
    nouns: new Set(),
    uses: cueSet(`about ${generic} where`),
    serves: cueSet('regions names types'),
    score(view) {
      if (!isAbout(view, shownKinds) || view.slots.typesPlural || view.noun('resource'))
        return view.missing.some(({ name }) => name.certain) && view.slots.cues.size <= 1 ? 1 : undefined;
      if (
        view.records(shownKinds).every(({ name }) => name.role === 'place' || name.role === 'before') &&
        !view.has('about')
      )
        return undefined;
      if (view.slots.nouns.length > 0) return undefined;
      if (view.has('howmany')) return undefined;
      // `is there a bucket called logs`
      return view.has('about') ? 4 : view.has('list', 'exist') ? 3 : 2;
    },
    *plan(view) {
      return yield* about(view, shownKinds, 'the record', ({ kind, row }) =>
        kind === 'resource' ? showResource(row) : showRecord(kind, row),
      );
    },
  },
  {
    name: 'status of a record',
    nouns: cueSet('status state region tag number ou email commit'),
    uses: cueSet(`${generic} validated when last seen scan`),
    serves: cueSet('names'),
    score: (view) =>
      (view.noun('status', 'state', 'region', 'tag', 'number', 'ou', 'email', 'commit') ||
        view.has('validated')) &&
      !isAbout(view, resource) &&
      isAbout(view, shownKinds) &&
      !view.isSet
        ? 5
        : undefined,
    plan: (view) => about(view, shownKinds, 'the status', ({ kind, row }) => showRecord(kind, row)),
  },
];

function* showRecord(kind: NamedKind, row: Resolved['row']): ToolPlan {
  if (kind === 'repository' || kind === 'project') return recordText(row);
  const reply = yield* read('count_resources', { [kind]: row.ref });
  return `${recordText(row)}\n- resources: ${reply.total ?? 'not counted'}`;
}

const emptyRow: Resolved['row'] = { ref: '', type: '', fields: {} };

function isRole(view: View): boolean {
  return (
    view
      .records(resource)[0]
      ?.found.some(({ row }) => textOf(row.fields, 'resource_type') === 'AWS::IAM::Role') === true
  );
}

/** `what does the Platform team own`, `owned by team X`: resources of a team. */
function isOwnedBy(view: View): boolean {
  if (!view.has('own') && !(view.has('belong') && view.records(['team']).length > 0)) return false;
  const [team] = view.records(['team']);
  if (team === undefined) return view.slots.names.some(({ kind }) => kind === 'team');
  const own = view.slots.cues.get('own') ?? -1;
  if (team.name.kind === 'team') return !view.has('who') || view.isSet;
  // `what does Payments own`, `owned by Payments`
  return view.has('what', 'which', 'howmany', 'list') || view.isSet
    ? (team.name.start < own && !view.has('who')) || team.name.role === 'by'
    : team.name.role === 'by';
}

const deadLetterTypes = ['AWS::SQS::Queue', 'AWS::SNS::Topic', 'AWS::Lambda::Function'];

/** `which role has the policy X attached`: what is attached, and no state of a volume. */
function isAttached(view: View): boolean {
  const { slots } = view;
  const [condition] = slots.conditions;
  if (slots.conditions.length !== 1 || condition?.value.text !== 'an attachment') return false;
  const types = view
    .records(resource)
    .flatMap(({ found }) => found.map(({ row }) => textOf(row.fields, 'resource_type')));
  return (
    types.length > 0 && types.every((type) => condition.value.of.every((one) => !one.types.includes(type)))
  );
}

/** The view in which names stand for resources of some types only, when there are any. */
function withTypes(view: View, types: readonly string[]): View {
  const resolutions = view.resolutions.map((resolution) => {
    const found = resolution.found.filter(
      ({ kind, row }) => kind !== 'resource' || types.includes(textOf(row.fields, 'resource_type')),
    );
    return found.length === 0 ? resolution : { ...resolution, found };
  });
  return viewOf(view.slots, resolutions, view.now);
}

/** The application or resource of which a question asks whether a team owns it. */
function ownedOf(view: View): Resolved | undefined {
  const others = view.resolutions.filter(
    ({ name, found }) => name.kind !== 'team' && name.role !== 'place' && found.length > 0,
  );
  return others.length === 1
    ? others[0]?.found.find(({ kind }) => kind === 'application' || kind === 'resource')
    : undefined;
}

function* dependPlan(view: View): ToolPlan {
  const subjects = view.records(resource);
  const [first, second] = subjects;
  const types = subjects.length > 0 ? view.slots.types : [];
  if (first !== undefined && second !== undefined && view.has('depend', 'use', 'need')) {
    const [one, other] = [first, second].toSorted((left, right) => left.name.start - right.name.start);
    if (one?.found[0] !== undefined && other?.found[0] !== undefined)
      return yield* dependsAnswer(one.found[0].row, other.found[0].row);
  }
  const outgoing = view.has('need')
    ? !nameBefore(view, 'need') || view.has('what', 'which')
    : nameBefore(view, 'depend', 'use');
  const applications = view.records(['application']);
  if (first === undefined && applications.length > 0) return yield* applicationImpact(view);
  const [typeSpan] = view.slots.spans.filter(({ kind }) => kind === 'type');
  const named = outgoing && !view.slots.typesPlural && types.length > 0 ? typeSpan?.text : undefined;
  return yield* about(view, resource, 'dependency', function* depends({ row }) {
    // `what role does X use` can name a property.
    const property = named === undefined ? undefined : yield* propertyAnswer(row, named);
    return property ?? (yield* outgoing ? dependenciesAnswer(row, types) : dependentsAnswer(row, types));
  });
}

/** The dependencies of applications are the ones of their resources. */
function* applicationImpact(view: View): ToolPlan {
  const names = view.records(['application']).toSorted((one, other) => one.name.start - other.name.start);
  const rows = names.flatMap(({ found }) => found.slice(0, 1)).map(({ row }) => row);
  const [one, other] = rows;
  if (one === undefined) return refusalAnswer();
  const members = yield* read('search_resources', { application: one.ref, limit: 50, sort: 'name' });
  const lines: string[] = [];
  const outgoing = other !== undefined || nameBefore(view, 'depend', 'use', 'need');
  const looked = members.rows.filter(isDependent).slice(0, maximumMembers);
  const replies = yield* callAll(
    looked.map((member) => ({
      tool: 'get_impact',
      arguments: {
        resource: member.ref,
        direction: outgoing ? 'outgoing' : 'incoming',
        depth: 2,
        ...(other === undefined ? { limit: 10 } : { group_by: 'application' }),
      },
    })),
  );
  for (const [index, member] of looked.entries()) {
    const reply = requireOk(replies[index] ?? noResponse);
    if (other === undefined)
      lines.push(
        ...reply.rows
          .filter(({ fields }) => fields['fails'] !== false)
          .slice(0, 5)
          .map((row) => `- ${cite(member)}: ${cite(row)}`),
      );
    else if (reply.groups.some(({ entity }) => entity === other.ref)) lines.push(`- ${cite(member)}`);
  }
  const some =
    (members.total ?? 0) > maximumMembers
      ? ` (of the first ${maximumMembers} resources that were looked at)`
      : '';
  if (other !== undefined)
    return lines.length === 0
      ? `No dependency of the application ${cite(one)} on ${cite(other)} is known${some}.`
      : [
          `Yes: these resources of the application ${cite(one)} depend on resources of ${cite(other)}${some}:`,
          ...lines,
        ].join('\n');
  return [
    `What resources of the application ${cite(one)} ${outgoing ? 'depend on' : 'are needed by'}${some}:`,
    ...lines,
  ].join('\n');
}

const maximumMembers = 4;
const dependentTypes = [
  'AWS::Lambda::Function',
  'AWS::ECS::Service',
  'AWS::Lambda::EventSourceMapping',
  'AWS::EC2::Instance',
];

function isDependent({ fields }: Resolved['row']): boolean {
  return dependentTypes.includes(textOf(fields, 'resource_type'));
}

function* permissionsAnswer({ row }: Resolved): ToolPlan<string | undefined> {
  const relations = yield* read('get_relationships', { resource: row.ref, limit: 50 });
  const policies = yield* propertyAnswer(row, 'policies');
  const text = yield* propertyAnswer(row, 'role policy list');
  const lines = relations.rows.map(
    ({ ref, fields }) =>
      `- ${textOf(fields, 'relationship_type').replaceAll('_', ' ')} ${textOf(fields, 'name')} [${ref}]`,
  );
  return [
    `What is known of the permissions of ${cite(row)}: its relationships${policies === undefined && text === undefined ? '' : ' and policies'}.`,
    ...(policies === undefined ? [] : [policies]),
    ...(text === undefined ? [] : [text]),
    ...lines,
  ].join('\n');
}

function propertyWords(view: View): string {
  const conditions = view.slots.spans.filter(({ kind }) => kind === 'condition');
  const indexes = view.slots.spans.flatMap((span, index) =>
    (span.kind === 'word' && view.missing.some(({ name }) => name.text === span.text)) ||
    span.kind === 'condition' ||
    span.kind === 'property'
      ? [index]
      : [],
  );
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
  if (conditions.length > 0 && indexes.length === conditions.length)
    return conditions.map(({ text }) => text).join(' ');
  // `visibility timeout` may have known words between.
  return view.slots.spans
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}

import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import { executionKinds } from '../../../../domain/values.ts';
import { joinTexts, listedRows, plain } from '../../../../domain/assistant/embedded/write-text.ts';
import type { NamedKind } from '../../../../domain/assistant/embedded/named-kind.ts';
import { entityTools } from '../answers/entity-answers.ts';
import { appliedAnswer, workAnswer } from '../answers/work-answers.ts';
import type { WorkForm, WorkQuery } from '../answers/work-answers.ts';
import { refusalAnswer } from '../answers/fixed-answers.ts';
import { fixed, cueSet, genericCues } from './intent.ts';
import type { Intent } from './intent.ts';
import { triggerOf } from './scan-trigger.ts';
import type { View } from '../view.ts';

const workNouns = ['pull_request', 'plan', 'execution'];
const generic = `${genericCues} recently last first oldest when seen cause fields greet thanks`;

/** Words for fields of a record. */
const fieldWords = new Set([
  'version',
  'commit',
  'tool',
  'branch',
  'author',
  'title',
  'workspace',
  'trigger',
  'duration',
]);

/** What a plan or a run does, which only its fields say. */
const effectCues: readonly Cue[] = [
  'create',
  'change',
  'update',
  'delete',
  'manage',
  'break',
  'code',
  'need',
  'use',
  'risk',
  'safe',
  'own',
  'belong',
  'related',
];

/** The plans, runs, pull requests or scans that a question is about. */
function workOf(view: View): string | undefined {
  const noun = view.slots.nouns.find(
    (one) => workNouns.includes(one.noun) && !(view.has('scan') && one.noun === 'execution'),
  )?.noun;
  if (noun !== undefined) return noun;
  return view.has('scan') && !view.slots.negatedCues.has('scan') ? 'scan' : undefined;
}

/** Words of a record: spans that are no record's name and no filter of the tool. */
function wordsOf(view: View, scoped: ReadonlySet<string>): readonly string[] {
  const wordKinds = new Set(['word', 'type', 'condition', 'property']);
  return view.slots.spans
    .filter(
      ({ kind, text }) =>
        wordKinds.has(kind) &&
        !scoped.has(text) &&
        // A follow-up has the spans of the question before, too.
        (kind !== 'word' || view.slots.names.some((name) => name.text === text)),
    )
    .flatMap(({ text }) => text.split(/\s+/))
    .concat(view.slots.tags.map(({ value }) => value))
    .filter((word) => word.length > 1);
}

/** The query of a question, or `undefined` when it names a record that the list cannot be filtered by. */
function workQuery(view: View, entity: string): WorkQuery | undefined {
  const tool = entityTools[entity];
  // A record has a word or not; lists cannot leave out those that have it.
  const isNegated = [...view.slots.names, ...view.slots.tags].some(({ negated }) => negated);
  if (tool === undefined || isNegated || view.slots.hasOpenNegation) return undefined;
  const known = Object.values(tool.states).flat();
  const own = view.slots.states.filter(({ value }) => known.includes(value));
  if (own.length < view.slots.states.length) return undefined;
  const kind = entity === 'execution' ? runKindOf(view) : undefined;
  const trigger = entity === 'scan' ? triggerOf(view) : undefined;
  const scopes: Record<string, string[]> = {};
  const texts: string[] = [];
  const scoped = new Set<string>();
  for (const { name, found } of view.resolutions) {
    const usable = found.find((one) => tool.scopes.includes(one.kind));
    if (usable === undefined) {
      if (found.length > 0 && entity === 'scan') return undefined;
      continue;
    }
    (scopes[usable.kind] ??= []).push(usable.row.ref);
    texts.push(`${usable.kind} ${plain(name.text)}`);
    scoped.add(name.text);
  }
  return {
    entity,
    states: [
      ...own.filter(({ negated }) => !negated).map(({ value }) => value),
      ...(kind === undefined ? [] : [kind]),
      ...(trigger === undefined ? [] : [trigger]),
      // `did any scan fail`
      ...(entity === 'scan' && view.has('break') && own.length === 0 ? ['failed'] : []),
    ],
    excludedStates: own.filter(({ negated }) => negated).map(({ value }) => value),
    scopes,
    phrase: texts.length === 0 ? '' : ` of the ${joinTexts(texts)}`,
    ...(view.slots.window === undefined ? {} : { window: view.slots.window }),
    // The fields of one record are shown, so words such as `version` do not choose it.
    words:
      entity === 'scan' ? [] : wordsOf(view, scoped).filter((word) => !fieldWords.has(word.toLowerCase())),
  };
}

/** `apply runs`, `terraform destroy` */
function runKindOf({ slots }: View): (typeof executionKinds)[number] | undefined {
  const text = slots.spans.map((span) => span.text.toLowerCase()).join(' ');
  return executionKinds.find((kind) => {
    const stem =
      kind === 'apply' ? 'appl(?:y|ies|ied)' : kind === 'destroy' ? 'destroy(?:s|ed)?' : `${kind}s?`;
    return new RegExp(`\\b${stem}\\b`).test(text) && (kind !== 'drift' || slots.cues.has('drift'));
  });
}

function formOf(view: View): WorkForm {
  const isChosen = view.has('oldest', 'first', 'last') && view.slots.limit === undefined;
  if (view.has('howmany') && !view.has('list', 'which') && !isChosen) return 'count';
  if (view.has('oldest', 'first')) return 'oldest';
  return view.has('last', 'when') || isSingular(view) ? 'newest' : 'list';
}

function isSingular({ slots }: View): boolean {
  const nouns = slots.nouns.filter(({ noun }) => workNouns.includes(noun));
  return nouns.length > 0 && nouns.every(({ plural }) => !plural) && !slots.cues.has('exist');
}

/** Intents about plans, runs, pull requests and scans that the model filters itself. */
export const workIntents: readonly Intent[] = [
  {
    name: 'whether a plan was applied',
    nouns: cueSet('plan execution project repository'),
    uses: cueSet(`${generic} who finish`),
    serves: cueSet('names'),
    score: (view) =>
      view.noun('plan') &&
      view.slots.spans.some(({ text }) => /^(?:applied|rolled out)$/i.test(text)) &&
      !view.has('howmany', 'list')
        ? 9
        : undefined,
    plan(view) {
      const named = view.resolutions.find(({ name }) => name.kind === 'plan');
      return appliedAnswer(named?.found[0]?.row.ref ?? named?.name.text, scopesOf(view));
    },
  },
  {
    name: 'records of work',
    nouns: new Set([
      ...workNouns,
      ...cueSet<string>(
        'project repository commit file status state team application account region user owner environment version resource',
      ),
    ]),
    uses: new Set([...effectCues, ...cueSet<Cue>(`${generic} who opened scan fresh contributors depend`)]),
    serves: cueSet('names states window limit types regions conditions properties tags'),
    takesWords: true,
    takesNames: true,
    score(view) {
      const entity = workOf(view);
      if (entity === undefined) return undefined;
      const query = workQuery(view, entity);
      if (query === undefined) return undefined;
      if (view.slots.regions.length > 0 || (view.slots.tags.length > 0 && entity !== 'pull_request'))
        return undefined;
      // `triggered by CloudTrail events`
      const isTrigger = entity === 'scan' && triggerOf(view) !== undefined;
      if (view.has('depend') && !isTrigger) return undefined;
      if (entity === 'scan' && ((view.slots.types.length > 0 && !isTrigger) || view.leftovers.length > 0))
        return undefined;
      if (view.noun('resource') && !(entity === 'scan' && view.has('last', 'first', 'oldest')))
        return undefined;
      // One record is shown with all of its fields; a list would leave these words out.
      const isOne = entity !== 'scan' && isSingular(view) && !view.has('howmany');
      if (!isOne && view.has(...effectCues.filter((cue) => entity !== 'scan' || cue !== 'break')))
        return undefined;
      if (!isOne && view.noun('team', 'application', 'environment', 'region', 'type')) return undefined;
      const isPersonAsked = entity === 'pull_request' && view.has('who', 'opened');
      return isPersonAsked ? 8 : entity === 'scan' ? 5.2 : 4.9;
    },
    plan(view) {
      const entity = workOf(view);
      const query = entity === undefined ? undefined : workQuery(view, entity);
      if (query === undefined) return fixed(refusalAnswer(view.leftovers));
      const form = formOf(view);
      return workAnswer(
        query,
        form,
        view.slots.limit ?? (form === 'list' || form === 'count' || !isSingular(view) ? listedRows : 1),
      );
    },
  },
];

function scopesOf(view: View): Record<string, string> {
  const kinds: readonly NamedKind[] = ['project', 'repository'];
  return Object.fromEntries(
    view.records(kinds).flatMap(({ found }) => found.slice(0, 1).map(({ kind, row }) => [kind, row.ref])),
  );
}

import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import { declinedCues, greetingAnswer, helpAnswer, modelAnswer } from '../answers/fixed-answers.ts';
import { fixed, cueSet } from './intent.ts';
import type { Intent } from './intent.ts';
import { changeIntents } from './intents-changes.ts';
import { ciIntents } from './intents-ci.ts';
import { codeIntents } from './intents-code.ts';
import { countIntents } from './intents-counts.ts';
import { dependencyIntents } from './intents-dependencies.ts';
import { entityIntents } from './intents-entities.ts';
import { entityGroupIntents } from './intents-entity-groups.ts';
import { graphIntents } from './intents-graph.ts';
import { groupIntents } from './intents-groups.ts';
import { knowledgeIntents } from './intents-knowledge.ts';
import { ownershipIntents } from './intents-ownership.ts';
import { recordIntents } from './intents-records.ts';
import { setIntents } from './intents-sets.ts';
import { teamOwnsIntents } from './intents-team-owns.ts';
import { trustIntents } from './intents-trust.ts';
import { workIntents } from './intents-work.ts';

const everySlot = cueSet('types regions states tags conditions window group names');
const everyGeneric: readonly Cue[] = [
  ...cueSet<Cue>(
    'howmany list about what which who when where why how exist last recently most more first data finish oldest common fewest manage belong seen',
  ),
];

const declined: readonly Intent[] = Object.entries(declinedCues).map(([cue, text]) => ({
  name: `declines ${cue}`,
  uses: new Set<Cue>([
    cue as Cue,
    ...everyGeneric,
    'break',
    'use',
    'change',
    'own',
    'need',
    'depend',
    'scan',
    'metrics',
    'cost',
    'fresh',
    'create',
    'delete',
    'permissions',
    'safe',
    'code',
    'risk',
  ]),
  serves: everySlot,
  nouns: 'any',
  takesWords: true,
  score: (view) => (view.has(cue as Cue) ? 9 : undefined),
  plan: () => fixed(text),
}));

const general: readonly Intent[] = [
  {
    name: 'help',
    nouns: 'any',
    uses: cueSet('help what which how about list model'),
    serves: new Set(),
    score: (view) => (view.has('help') && view.resolutions.length === 0 && !view.isSet ? 8 : undefined),
    plan: () => fixed(helpAnswer),
  },
  {
    name: 'model',
    nouns: 'any',
    uses: cueSet('model what which who list use about'),
    serves: new Set(),
    score: (view) => (view.has('model') && view.resolutions.length === 0 ? 6 : undefined),
    plan: () => fixed(modelAnswer),
  },
  {
    name: 'greeting',
    uses: cueSet('greet thanks how what'),
    serves: new Set(),
    score: (view) =>
      view.has('greet') &&
      view.slots.cues.size === 1 &&
      view.resolutions.length === 0 &&
      !view.isSet &&
      view.slots.nouns.length === 0
        ? 2
        : undefined,
    plan: () => fixed(greetingAnswer),
  },
];

/** Every intent. Of readings with equal scores, the first one answers. */
export const intents: readonly Intent[] = [
  ...declined,
  ...general,
  ...knowledgeIntents,
  ...ownershipIntents,
  ...codeIntents,
  ...graphIntents,
  ...teamOwnsIntents,
  ...dependencyIntents,
  ...recordIntents,
  ...changeIntents,
  ...ciIntents,
  ...trustIntents,
  ...workIntents,
  ...groupIntents,
  ...entityGroupIntents,
  ...countIntents,
  ...entityIntents,
  ...setIntents,
];

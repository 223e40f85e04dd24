import type { Cue } from '../../../../domain/assistant/embedded/cue-words.ts';
import type { ToolPlan } from '../../../../domain/assistant/embedded/plan.ts';
import type { View } from '../view.ts';

/** What a question can want. The reading with the highest score answers, if it uses every word of the question. */
export interface Intent {
  readonly name: string;
  /** The cues that the intent uses up. A strong cue that is left over makes the reading unlikely. */
  readonly uses: ReadonlySet<Cue>;
  /** Cues that it also understands behind a negation: `not scanned`. */
  readonly negates?: ReadonlySet<Cue>;
  /** The slots that it applies: `types`, `regions`, `states`, `tags`, `conditions`, `properties`, `window`, `group`, `names`, `excluded`, `limit`, `port`. */
  readonly serves: ReadonlySet<string>;
  /** The nouns that it can be about. `any`: it answers whatever else the question says. */
  readonly nouns?: ReadonlySet<string> | 'any' | ((view: View) => ReadonlySet<string>);
  /** Whether unknown words can name a property. */
  readonly takesWords?: true;
  /** Whether texts in the form of a name need not name a record. */
  readonly takesNames?: true;
  /** `undefined` when the question is certainly not meant so. */
  score(view: View): number | undefined;
  plan(view: View): ToolPlan;
}

/** Cues of most questions. */
export const genericCues = 'what which list about how howmany exist data finish';

export function cueSet<T extends string>(text: string): ReadonlySet<T> {
  return new Set(text.split(' ') as T[]);
}

/** A plan without a call. */
export function* fixed(text: string): ToolPlan {
  yield* [];
  return text;
}

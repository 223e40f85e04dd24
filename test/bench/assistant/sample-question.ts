/** Families of questions, by which the bench prints its figures. */
export const families = [
  'count',
  'group',
  'compare',
  'list',
  'one',
  'ownership',
  'code',
  'changes',
  'graph',
  'ci',
  'trust',
] as const;
export type Family = (typeof families)[number];

/** A question about the sample organization of the demo, with its expected answer. */
export interface SampleQuestion {
  readonly question: string;
  readonly family: Family;
  /** Texts and numbers that the answer states. SQL returns them as `value`; `$1` is the organization's id. */
  readonly states: string | readonly string[];
  /** SQL that returns the ids of the records that the answer may cite as `id`; `$1` is the organization's id. */
  readonly cites?: string;
  /** Whether the answer cites at least one record. */
  readonly mustCite?: true;
}

export interface GradedAnswer {
  readonly answer: string;
  /** Ids of the cited records. */
  readonly citations: readonly string[];
}

export interface Grade {
  /** Stated texts that the answer lacks. */
  readonly missing: readonly string[];
  /** Ids of citations that the question does not permit. */
  readonly wrongCitations: readonly string[];
  readonly lacksCitation: boolean;
}

/** Compares an answer with the expected texts and records. An answer without a difference is right. */
export function gradeAnswer(
  { mustCite }: Pick<SampleQuestion, 'mustCite'>,
  values: readonly string[],
  citable: readonly string[],
  { answer, citations }: GradedAnswer,
): Grade {
  const text = answer
    .replaceAll(/\[\d+\]/g, '')
    .replaceAll(/^Data as of .*$/gm, '')
    .toLowerCase();
  return {
    missing: values.filter((value) => !states(text, value.toLowerCase())),
    wrongCitations: citations.filter((id) => !citable.includes(id)),
    lacksCitation: mustCite === true && citations.length === 0,
  };
}

/** A number must stand alone: `5` is not in `15` or `2026-05-01`. */
function states(text: string, value: string): boolean {
  if (!/^\d+$/.test(value)) return text.includes(value);
  return new RegExp(`(?<![\\w.:-])${value}(?![\\w:-]|\\.\\d)`).test(text);
}

import { scopeFields } from '../../../domain/assistant/embedded/lexicon.ts';
import { tokenize } from '../../../domain/assistant/embedded/tokenize.ts';
import { readTypes } from '../../../domain/assistant/embedded/type-names.ts';
import type { QuestionSpan } from './read-spans.ts';
import type { Name, Slots } from './slots.ts';

/** A record that an earlier answer lists. */
interface Listed {
  /** The number of its citation, or its reference. */
  readonly label: string;
  readonly name: string;
  readonly details: string;
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const identifier = /arn:[^\s,]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const region = /\b[a-z]{2}(?:-[a-z]+){1,2}-\d\b/;

/**
 * Finds the record of the answer before that a question chooses: `the first one`, `[2]`, `the one in eu-west-1`. Returns the
 * name with which it is looked up, or undefined when the question chooses none.
 */
export function chooseLine(
  question: string,
  answer: string,
): { readonly name: Name; readonly region?: string } | undefined {
  const listed = readLines(answer);
  if (listed.length === 0) return undefined;
  const text = question.toLowerCase().slice(0, 300);
  const found = byNumber(text, listed) ?? byOrdinal(text, listed) ?? byWords(text, listed);
  if (found === undefined) return undefined;
  const id = identifier.exec(found.details)?.[0];
  const place = region.exec(found.details)?.[0];
  const name = /^r\d+$/.test(found.label) ? found.label : (id ?? found.name);
  const titled = readTypes(tokenize(found.details.split(',')[0] ?? ''), 0)?.types;
  const types = id === undefined && titled !== undefined && !/^r\d+$/.test(name) ? { types: titled } : {};
  return {
    name: { text: name, start: 0, certain: true, role: 'plain', negated: false, ...types },
    ...(place === undefined || id !== undefined ? {} : { region: place }),
  };
}

/** The records that an answer lists, as names. */
export function listedNames(answer: string): readonly Name[] {
  return readLines(answer)
    .slice(0, maximumListed)
    .map(({ label, name, details }): Name => {
      const id = identifier.exec(details)?.[0];
      const titled = readTypes(tokenize(details.split(',')[0] ?? ''), 0)?.types;
      const place = region.exec(details)?.[0];
      return {
        ...(titled === undefined ? {} : { types: titled }),
        ...(place === undefined ? {} : { region: place }),
        text: /^r\d+$/.test(label) ? label : (id ?? name),
        start: 0,
        certain: true,
        role: 'plain',
        negated: false,
        isListed: true,
      };
    });
}

const maximumListed = 4;

function readLines(answer: string): readonly Listed[] {
  return answer.split('\n').flatMap((line) => {
    const match = /^- (.{0,260}?) ?\[(r?\d{1,6})\](?:: (.{0,600}))?/.exec(line);
    return match === null ? [] : [{ name: match[1] ?? '', label: match[2] ?? '', details: match[3] ?? '' }];
  });
}

function byNumber(text: string, listed: readonly Listed[]): Listed | undefined {
  const label = /\[(r?\d{1,6})\]/.exec(text)?.[1];
  if (label !== undefined) return listed.find((one) => one.label === label);
  const number =
    /^(?:number|option|no|the|item)?(?: ?\.?#? ?)(\d{1,2})(?:st|nd|rd|th)?(?: one| please)?$/.exec(
      text
        .split(/\s+/)
        .join(' ')
        .replace(/^\W+/, '')
        .replace(/[?.!, ]$/, ''),
    )?.[1];
  return number === undefined
    ? undefined
    : (listed.find((one) => one.label === number) ?? listed[Number(number) - 1]);
}

function byOrdinal(text: string, listed: readonly Listed[]): Listed | undefined {
  const match =
    /\b(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)(?: one| of (?:them|those|these)| in the list| entry| result)\b/.exec(
      text,
    ) ??
    /^\W*(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\W*$/.exec(text);
  if (match === null) return undefined;
  return match[1] === 'last' ? listed.at(-1) : listed[ordinals.indexOf(match[1] ?? '')];
}

/** `the one in eu-west-1`, `the queue one`: the only line that has every word. */
function byWords(text: string, listed: readonly Listed[]): Listed | undefined {
  const match =
    /\bthe one (?:in|from|of|with|named|called|under|by|at)? ?(.{1,120}?)[?.! ]*$/.exec(text) ??
    /\bthe ([\w./-]{1,60}) one\b/.exec(text);
  const words =
    match?.[1]?.split(/\s+/).filter((word) => !['the', 'a', 'region', 'account'].includes(word)) ?? [];
  if (words.length === 0) return undefined;
  const found = listed.filter(({ name, details }) =>
    words.every((word) => `${name} ${details}`.toLowerCase().includes(word)),
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Returns the only record that an answer is about, as a name: the one of a superlative (`The account with the most queues is X`), or
 * the only one that it cites. A pronoun such as `that one` stands for it.
 *
 * @param kind the kind of the record, when the pronoun states it; `team` finds the owner of an answer about owners
 */
export function answerSubject(answer: string, kind?: string): Name | undefined {
  const text = answer.slice(0, maximumAnswer);
  const cited = [
    ...text.matchAll(
      /(?:^|[\s(])([^\s[\]:,;()][^[\]\n:,;()]{0,200}?) \[(r?\d{1,6})\](?: \((team|user)\b)?/gm,
    ),
  ];
  const leader = /^The ([a-z ]{3,20}) with the (?:most|fewest) [^\n]{0,200}? is ([^\n[\]]{1,200}?) \[/m.exec(
    text,
  );
  const labels = new Set(cited.map(([, , label]) => label));
  const owner = cited.find(([, , , of]) => of === 'team');
  const [only] = labels.size === 1 ? cited : [];
  const name = kind === 'team' && owner !== undefined ? owner[1] : (leader?.[2] ?? only?.[1]);
  if (name === undefined) return undefined;
  const stated = namedKinds.find(
    (one) => one === (kind === 'team' && owner !== undefined ? 'team' : leader?.[1]),
  );
  const label = only?.[2] ?? '';
  return {
    text: lastWords(/^r\d+$/.test(label) ? label : name),
    start: 0,
    certain: true,
    role: 'plain',
    negated: false,
    ...(stated === undefined ? {} : { kind: stated }),
  };
}

const maximumAnswer = 20_000;
const namedKinds = [...scopeFields] as const;

/** A name in a sentence stands behind the words of the sentence: `The application reporting`. */
function lastWords(text: string): string {
  return text
    .trim()
    .replace(/^- /, '')
    .replace(/^.*\b(?:is|are|by|of|in|application|account|team|environment|project) /i, '');
}

/** The question before with the chosen record in place of its subject, or a question about the record alone. */
export function withChoice(
  chosen: { readonly name: Name; readonly region?: string },
  own: Slots,
  before: Slots | undefined,
  answer: string,
): Slots {
  const wasAsked = /which one do you mean|did you mean|^Several records are named/im.test(answer);
  const cues = new Map([...own.cues].filter(([cue]) => !['first', 'last', 'list', 'rest'].includes(cue)));
  const regions = chosen.region === undefined ? [] : [{ value: chosen.region, negated: false }];
  if (before !== undefined && wasAsked && cues.size === 0) {
    const index = Math.max(
      0,
      before.names.findIndex(({ role }) => role !== 'place' && role !== 'before'),
    );
    const old = before.names[index];
    const name = { ...chosen.name, role: old?.role ?? chosen.name.role, start: old?.start ?? 0 };
    return {
      ...before,
      names: before.names.length === 0 ? [name] : before.names.with(index, name),
      regions: regions.length > 0 ? regions : before.regions,
    };
  }
  const place = own.spans.find(({ text }) => /^(?:\w+ )?ones?$|^(?:first|second|third|last)$/i.test(text));
  if (before?.nouns.some(({ noun }) => noun === 'pull_request') === true) {
    // Pull requests have no name that a tool looks up: the words of the title find them.
    const title: QuestionSpan = { start: 0, end: 1, text: chosen.name.text, kind: 'word', certain: true };
    return { ...own, cues, names: [], nouns: before.nouns, spans: [...own.spans, title] };
  }
  return {
    ...own,
    cues,
    names: [{ ...chosen.name, start: place?.start ?? Number.MAX_SAFE_INTEGER }],
    regions,
    types: [],
    typesPlural: false,
    nouns: own.nouns,
  };
}

/** The name that the answer before offered with `Did you mean`, when the question agrees. */
export function agreedName(question: string, answer: string): string | undefined {
  if (
    !/^\W*(?:yes|yep|yeah|yup|correct|right|exactly|sure|ok|okay|that one|i do|please do)\b/i.test(question)
  )
    return undefined;
  return /Did you mean "([^"]{1,256})"\?/.exec(answer)?.[1];
}

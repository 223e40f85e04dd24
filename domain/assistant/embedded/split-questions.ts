import type { Token } from './tokenize.ts';

/** Words with which a question begins. */
const starters = new Set(
  (
    'how what which who whose when where why is are was were does do did has have list show count number give tell find get ' +
    'compare display describe help can whether could please tell'
  ).split(' '),
);
const joints = new Set(['and', 'also', 'then', 'plus', 'finally', ',']);

/** Splits a text at the ends of sentences, and before `and` when a question follows. Parts without a word are left out. */
export function splitQuestions(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const isEnd = !token.quoted && token.word === '.';
    const starts =
      !token.quoted &&
      joints.has(token.word) &&
      startsQuestion(tokens, index + 1) &&
      // `In eu-west-1, how many queues exist` is one question.
      (token.word !== ',' || parts.at(-1)?.some(({ word }) => starters.has(word)) === true);
    if (isEnd || starts) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts
    .map((part) => part.slice(part.findIndex(({ word, quoted }) => quoted || !joints.has(word))))
    .filter((part) => part.some(({ word, quoted }) => quoted || !joints.has(word)));
}

function startsQuestion(tokens: readonly Token[], index: number): boolean {
  const [first, second] = [tokens[index], tokens[index + 1]];
  if (first === undefined || first.quoted) return false;
  if (joints.has(first.word)) return startsAfterJoints(tokens, index);
  if (!starters.has(first.word)) return false;
  // `which teams exist and have owners, can be deleted` continues the question.
  if (first.word === 'can' || first.word === 'could')
    return second?.word === 'i' || second?.word === 'we' || second?.word === 'you';
  // `queues that are unmanaged and have no owner` is one question.
  if (['is', 'are', 'was', 'were', 'has', 'have', 'does', 'do'].includes(first.word))
    return !['not', 'no', 'without', 'managed', 'unmanaged', 'tagged', 'owned', 'in'].includes(
      second?.word ?? '',
    );
  if (first.word === 'which' || first.word === 'who')
    return !['is', 'are', 'have', 'has'].includes(second?.word ?? '') || first.word === 'who';
  return true;
}

/** Looks past at most three joints: `, and then what`. */
function startsAfterJoints(tokens: readonly Token[], index: number): boolean {
  let at = index;
  while (at < index + 3 && tokens[at]?.quoted === false && joints.has(tokens[at]?.word ?? '')) at += 1;
  const token = tokens[at];
  return token?.quoted === false && starters.has(token.word) && at > index;
}

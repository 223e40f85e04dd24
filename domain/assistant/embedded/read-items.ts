import { awsRegions } from '../../connections/aws-regions.ts';
import { globalRegion } from '../../values.ts';
import { attributes, lemmas, noise, noisePhrases, nounPhrases, regionNames, scopeFields } from './lexicon.ts';
import { groupings } from './item.ts';
import type { Grouping, Item } from './item.ts';
import { readTag } from './read-tag.ts';
import { functionWords, isNameWord, longestPhrase, wordAt } from './token-words.ts';
import { readTimePhrase } from './read-time-phrase.ts';
import type { Token } from './tokenize.ts';
import { readTypes } from './type-names.ts';

type Read = { readonly item: Item | undefined; readonly length: number };

const knownRegions = new Set([...Object.values(awsRegions).flat(), globalRegion]);
const owners: Readonly<Record<string, Grouping>> = { owner: 'team' };
const maximumAttributeLength = 6;
const longestNoun = 3;

/** Recognises the phrases of one question. Takes linear time: every reader looks at a bounded number of tokens. */
export function readItems(tokens: readonly Token[], now: Date): readonly Item[] {
  const items: Item[] = [];
  let index = 0;
  let isAfterName = false;
  while (index < tokens.length) {
    const { item, length } = readItem(tokens, index, now);
    const previous = items.at(-1);
    if (
      item?.kind === 'name' &&
      isAfterName &&
      previous?.kind === 'name' &&
      !item.certain &&
      !previous.certain
    )
      items.splice(-1, 1, { ...previous, text: `${previous.text} ${item.text}` });
    else if (item !== undefined) items.push(item);
    isAfterName = item?.kind === 'name';
    index += length;
  }
  return joinHints(items);
}

function readItem(tokens: readonly Token[], index: number, now: Date): Read {
  const token = tokens[index];
  if (token === undefined) return { item: undefined, length: 1 };
  if (token.quoted) return { item: { kind: 'name', text: token.text, certain: true }, length: 1 };
  const ignored = longestPhrase(tokens, index, longestNoun, noisePhrases);
  if (ignored !== undefined) return { item: undefined, length: ignored.length };
  const time = readTimePhrase(tokens, index, now);
  if (time !== undefined) return { item: { kind: 'time', window: time.window }, length: time.length };
  return (
    readGroup(tokens, index) ??
    readProperName(tokens, index) ??
    readManagementAccount(tokens, index) ??
    readTag(tokens, index) ??
    readRegion(tokens, index) ??
    readThing(tokens, index) ??
    readWord(token)
  );
}

/** A capitalised word beside a kind of record: `team Data` names a team although `data` is a word of questions. */
function readProperName(tokens: readonly Token[], index: number): Read | undefined {
  const token = tokens[index];
  if (token === undefined || index === 0 || !/^\p{Lu}\p{Ll}+$/u.test(token.text)) return undefined;
  if (noise.has(token.word) || functionWords.has(token.word) || isScopeNoun(token.word)) return undefined;
  const isOwner = wordAt(tokens, index - 1) === 'by' && wordAt(tokens, index - 2) === 'owned';
  if (!isOwner && !isScopeNoun(wordAt(tokens, index - 1)) && !isScopeNoun(wordAt(tokens, index + 1)))
    return undefined;
  return { item: { kind: 'name', text: token.text, certain: true }, length: 1 };
}

/** AWS calls the account that owns an organization its management account. `management` is no other name of accounts. */
function readManagementAccount(tokens: readonly Token[], index: number): Read | undefined {
  const isAccount = wordAt(tokens, index) === 'management' && wordAt(tokens, index + 1) === 'account';
  const isName = wordAt(tokens, index) === 'management' && wordAt(tokens, index - 1) === 'account';
  if (!isAccount && !isName) return undefined;
  return { item: { kind: 'name', text: 'management', certain: true }, length: 1 };
}

function isScopeNoun(word: string): boolean {
  const noun = nounPhrases.get(word);
  return noun !== undefined && !noun.plural && scopeFields.some((field) => field === noun.word);
}

/** The longest of an attribute, a type and a noun. */
function readThing(tokens: readonly Token[], index: number): Read | undefined {
  const attribute = longestPhrase(tokens, index, maximumAttributeLength, attributes);
  const noun = longestPhrase(tokens, index, longestNoun, nounPhrases);
  const type = readTypes(tokens, index);
  const longest = Math.max(attribute?.length ?? 0, noun?.length ?? 0, type?.length ?? 0);
  if (longest === 0) return undefined;
  if (attribute?.length === longest)
    return { item: { kind: 'attribute', value: attribute.value }, length: longest };
  if (noun?.length === longest) return { item: { kind: 'word', ...noun.value }, length: longest };
  const text = tokens
    .slice(index, index + longest)
    .map((one) => one.text)
    .join(' ');
  return {
    item: { kind: 'type', types: type?.types ?? [], plural: type?.plural === true, text },
    length: longest,
  };
}

function readWord(token: Token): Read {
  const { word, text } = token;
  if (word === ',') return { item: { kind: 'word', word, plural: false }, length: 1 };
  const lemma = lemmas.get(word);
  if (lemma !== undefined) return { item: { kind: 'word', word: lemma, plural: false }, length: 1 };
  if (noise.has(word)) return { item: { kind: 'word', word, plural: false }, length: 1 };
  if (word === '.' || !/[\p{L}\p{N}]/u.test(word)) return { item: undefined, length: 1 };
  return { item: { kind: 'name', text, certain: isIdentifier(text) }, length: 1 };
}

/** Whether a text looks like the name of a resource rather than like a word. */
function isIdentifier(text: string): boolean {
  return /[-_/:.\d@]/.test(text);
}

const eachWords = new Set(['each', 'every', 'the', 'their', 'its']);

/** `by region`, `per account`, `for each team`, `by tag Owner`. */
function readGroup(tokens: readonly Token[], index: number): Read | undefined {
  const [first, second] = [wordAt(tokens, index), wordAt(tokens, index + 1)];
  const isEach = ['for', 'in', 'of', 'across'].includes(first) && ['each', 'every', 'all'].includes(second);
  if (first !== 'by' && first !== 'per' && !isEach) return undefined;
  // `owned by team X` names a team.
  if (['owned', 'managed'].includes(wordAt(tokens, index - 1))) return undefined;
  let at = index + (isEach ? 2 : 1);
  if (!isEach && first === 'by' && eachWords.has(wordAt(tokens, at))) at += 1;
  const noun = longestPhrase(tokens, at, longestNoun, nounPhrases);
  if (noun === undefined) return undefined;
  const by = (groupings as readonly string[]).includes(noun.value.word)
    ? (noun.value.word as Grouping)
    : owners[noun.value.word];
  if (by === undefined) return undefined;
  const end = at + noun.length;
  const next = tokens[end];
  if (by !== 'tag' && next !== undefined && (next.quoted || isNameWord(next.word)) && first === 'by')
    return undefined;
  if (by !== 'tag') return { item: { kind: 'group', by }, length: end - index };
  return next === undefined || next.word === '.' || next.word === ','
    ? { item: { kind: 'group', by }, length: end - index }
    : { item: { kind: 'group', by, key: next.text }, length: end - index + 1 };
}

function readRegion(tokens: readonly Token[], index: number): Read | undefined {
  const [first, second] = [wordAt(tokens, index), wordAt(tokens, index + 1)];
  const scope = (text: string, length: number): Read => ({
    item: { kind: 'scope', field: 'region', text },
    length,
  });
  if (knownRegions.has(first) || /^[a-z]{2}(-[a-z]+){1,3}-\d$/.test(first)) return scope(first, 1);
  const name = [2, 1].find((length) => regionNames.has(length === 2 ? `${first} ${second}` : first));
  if (name === undefined) return undefined;
  return scope(regionNames.get(name === 2 ? `${first} ${second}` : first) ?? '', name);
}

/** Combines a noun or a type in the singular with the name beside it: `account X`, `X team`, `queue X`. Removes noise. */
function joinHints(read: readonly Item[]): readonly Item[] {
  const items: Item[] = [];
  let index = 0;
  while (index < read.length) {
    const joined = joinAfter(read, index) ?? joinBefore(read, index);
    const item = joined?.item ?? read[index];
    if (item !== undefined && index === 0 && isCopula(item))
      items.push({ kind: 'word', word: 'is', plural: false });
    else if (item !== undefined && (item.kind !== 'word' || !noise.has(item.word))) items.push(item);
    index += joined?.length ?? 1;
  }
  return items;
}

/** Only at the beginning is a form of `be` a part of the question: `is X managed`. */
function isCopula(item: Item): boolean {
  return item.kind === 'word' && ['is', 'are', 'was', 'were'].includes(item.word);
}

type Joined = { readonly item: Item; readonly length: number };

function joinAfter(items: readonly Item[], index: number): Joined | undefined {
  const [first, second] = [items[index], items[index + 1]];
  if (first === undefined || second === undefined) return undefined;
  if (first.kind === 'type' && second.kind === 'word' && second.word === 'resource')
    return { item: { ...first, plural: second.plural }, length: 2 };
  if (!isHint(first)) return undefined;
  const isNamed = second.kind === 'word' && (second.word === 'named' || second.word === 'called');
  const name = isNamed ? items[index + 2] : second;
  if (
    first.kind === 'word' &&
    first.word === 'region' &&
    second.kind === 'scope' &&
    second.field === 'region'
  )
    return { item: second, length: 2 };
  if (name === undefined) return undefined;
  const item = name.kind === 'name' ? hinted(first, name.text) : undefined;
  return item && { item, length: isNamed ? 3 : 2 };
}

function joinBefore(items: readonly Item[], index: number): Joined | undefined {
  const [first, second] = [items[index], items[index + 1]];
  if (
    first?.kind === 'scope' &&
    first.field === 'region' &&
    second?.kind === 'word' &&
    second.word === 'region'
  )
    return { item: first, length: 2 };
  if (first?.kind !== 'name' || second === undefined || !isHint(second)) return undefined;
  const item = hinted(second, first.text);
  return item && { item, length: 2 };
}

function isHint(item: Item): boolean {
  return (item.kind === 'word' || item.kind === 'type') && !item.plural;
}

function hinted(hint: Item, text: string): Item | undefined {
  if (hint.kind === 'type') return { kind: 'name', text, types: hint.types, certain: true };
  if (hint.kind !== 'word') return undefined;
  if (hint.word === 'resource') return { kind: 'name', text, certain: true };
  const field = scopeFields.find((one) => one === hint.word);
  return field && { kind: 'scope', field, text };
}

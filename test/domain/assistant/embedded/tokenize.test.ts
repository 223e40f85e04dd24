import test from 'ava';
import { tokenize } from '../../../../domain/assistant/embedded/tokenize.ts';

const words = (text: string) => tokenize(text).map(({ word }) => word);

test('contractions stand for their words, with and without an apostrophe', (t) => {
  for (const text of ["what's not there", 'whats not there'])
    t.deepEqual(words(text), ['what', 'is', 'not', 'there']);
  for (const text of ["we don't", 'we dont', 'we don’t']) t.deepEqual(words(text), ['we', 'do', 'not']);
  t.deepEqual(words('its owner'), ['its', 'owner'], 'another word without its apostrophe');
});

test('short forms stand for their words, but not in quotes and not with capitals', (t) => {
  t.deepEqual(words('queues w no owner n tables'), ['queues', 'with', 'no', 'owner', 'and', 'tables']);
  t.deepEqual(words('the queue "w"'), ['the', 'queue', 'w']);
  t.deepEqual(words('# of sgs'), ['number', 'of', 'of', 'security', 'groups']);
});

test('a clause opens behind a comma, a colon, a dash and a parenthesis', (t) => {
  const opened = (text: string) =>
    tokenize(text).flatMap(({ text: word, opensClause }) => (opensClause === true ? [word] : []));
  t.deepEqual(opened('queues (in production) - how many, please: all'), ['in', 'how', 'please', 'all']);
  t.deepEqual(opened('queues in production'), []);
});

test('a dot behind one letter ends no sentence', (t) => {
  t.deepEqual(words('queues in N. Virginia.'), ['queues', 'in', 'n', 'virginia', '.']);
});

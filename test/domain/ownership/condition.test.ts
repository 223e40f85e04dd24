import test from 'ava';
import {
  compareCodePoints,
  conditionSize,
  equalTagKeys,
  globPrefix,
  globToLike,
  isUnderOu,
  normalizeTagKey,
} from '../../../domain/ownership/condition.ts';
import { environmentTagKeys, environmentWords } from '../../../domain/ownership/environment-words.ts';

test('tag keys are compared without case and separators, keys without letters exactly', (t) => {
  t.is(normalizeTagKey('Cost-Center_1'), 'costcenter1');
  t.deepEqual(equalTagKeys('cost center', ['CostCenter', 'cost-center', 'Cost', 'ключ']), [
    'CostCenter',
    'cost-center',
  ]);
  t.deepEqual(equalTagKeys('ключ', ['Ключ', 'ключ', '--']), ['ключ']);
  t.true(compareCodePoints('\u{FFFF}', '\u{10000}') < 0);
});

test('a leaf counts as a level', (t) => {
  const leaf = { region: { in: ['eu-west-1'] } };
  t.deepEqual(conditionSize(leaf), { depth: 1, leaves: 1 });
  t.deepEqual(conditionSize({ all: [{ not: { any: [leaf, leaf] } }, leaf] }), { depth: 4, leaves: 3 });
});

test('wildcards of a glob become those of LIKE, and signs of LIKE are literal', (t) => {
  t.is(globToLike(String.raw`a*b?c%d_e\f`), String.raw`a%b_c\%d\_e\\f`);
  t.is(globPrefix('web-*-x'), 'web-');
  t.is(globPrefix('plain'), 'plain');
});

test('an OU contains itself and what is below it, by whole segments', (t) => {
  t.true(isUnderOu('/Root/Work', '/Root/Work'));
  t.true(isUnderOu('/Root/Work/Team', '/Root/Work/'));
  t.false(isUnderOu('/Root/Workloads', '/Root/Work'));
  t.false(isUnderOu(undefined, '/'));
});

test('a value names an environment by its name, else by a class that one environment has', (t) => {
  const words = environmentWords([
    { id: 'a', name: 'Live', class: 'production' },
    { id: 'b', name: 'dev', class: 'sandbox' },
    { id: 'c', name: 'One', class: 'test' },
    { id: 'd', name: 'Two', class: 'test' },
  ]);
  t.deepEqual(Object.fromEntries(words), {
    Live: 'a',
    production: 'a',
    prod: 'a',
    dev: 'b',
    sandbox: 'b',
    sbx: 'b',
    One: 'c',
    Two: 'd',
  });
  t.deepEqual(environmentTagKeys(['Stage', 'ENV', 'Environment', 'e-n-v']), [
    'Environment',
    'ENV',
    'e-n-v',
    'Stage',
  ]);
});

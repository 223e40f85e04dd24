import test from 'ava';
import fc from 'fast-check';
import { isGuessablePassword } from '../../../domain/identity/guessable-password.ts';

const common: ReadonlySet<string> = new Set(['password', 'dragon', 'monkey', '1234', 'qwerty123456']);
const isGuessable = (password: string) => isGuessablePassword(password, common);

test('rejects common passwords in any case', (t) => {
  for (const password of ['qwerty123456', 'QWERTY123456', 'Qwerty123456']) t.true(isGuessable(password));
});

test('rejects two joined common passwords', (t) => {
  for (const password of ['dragonmonkey', 'password1234', '1234password']) t.true(isGuessable(password));
});

test('rejects a common password with digits around it that are not longer', (t) => {
  for (const password of ['password9999', '77dragon77', '2024password'])
    t.true(isGuessable(password), password);
  t.false(isGuessable('dragon48201948571'), 'longer than the common password');
});

test('composes only passwords of lower-case letters and digits', (t) => {
  for (const password of ['Password1234', 'DragonMonkey', 'password!99!', '*Dragon*77', 'password 1234'])
    t.false(isGuessable(password), password);
});

test('rejects repetitions and sequences', (t) => {
  for (const password of ['aaaaaaaaaaaa', 'abcabcabcabc', 'testing testing ', 'abcdefghijklmn', '987654321'])
    t.true(isGuessable(password), password);
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 10 }), fc.integer({ min: 2, max: 9 }), (part, count) =>
      isGuessable(part.repeat(count)),
    ),
  );
});

test('accepts passphrases and random passwords', (t) => {
  for (const password of ['correct horse battery', 'a good long password', 'kV9#tq2Lw!x8'])
    t.false(isGuessable(password), password);
});

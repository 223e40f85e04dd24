import { dictionary } from '@zxcvbn-ts/language-common';
import test from 'ava';
import { isCommonPassword } from '../../../api/identity/common-passwords.ts';

test('rejects every password of the list, which has at least 3,000', (t) => {
  const list = dictionary['passwords-common'];
  t.true(list.length >= 3000);
  t.deepEqual(
    list.filter((password) => !isCommonPassword(password) || !isCommonPassword(password.toUpperCase())),
    [],
  );
});

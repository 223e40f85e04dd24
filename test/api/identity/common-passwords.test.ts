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

test('accepts long passwords with capital letters or symbols that contain common ones', (t) => {
  for (const password of [
    'TestUser123!',
    'NewPassword123!',
    'HelloWorld123!',
    'StrongPassword123',
    'ChangeMe123456!',
    'Password2024!!',
  ])
    t.false(isCommonPassword(password), password);
});

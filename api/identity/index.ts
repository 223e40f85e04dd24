import { acceptInvitation } from './accept-invitation.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { lookUpInvitation } from './look-up-invitation.ts';
import { me } from './me.ts';
import { refresh } from './refresh.ts';
import { signup } from './signup.ts';

export const identityOperations = [
  signup,
  login,
  refresh,
  changePassword,
  logout,
  me,
  lookUpInvitation,
  acceptInvitation,
];

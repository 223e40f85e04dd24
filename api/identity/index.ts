import { acceptInvitation } from './accept-invitation.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { getInvitation } from './get-invitation.ts';
import { getCurrentUser } from './get-current-user.ts';
import { refreshSession } from './refresh-session.ts';
import { signup } from './signup.ts';

export const identityOperations = [
  signup,
  login,
  refreshSession,
  changePassword,
  logout,
  getCurrentUser,
  getInvitation,
  acceptInvitation,
];

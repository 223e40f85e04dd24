import { acceptInvitation } from './accept-invitation.ts';
import { changePassword } from './change-password.ts';
import { confirmPasswordReset } from './confirm-password-reset.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { getInvitation } from './get-invitation.ts';
import { getCurrentUser } from './get-current-user.ts';
import { refreshSession } from './refresh-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { revokeSession } from './revoke-session.ts';
import { signup } from './signup.ts';
import { verifyEmail } from './verify-email.ts';

export const identityOperations = [
  signup,
  login,
  refreshSession,
  changePassword,
  logout,
  getCurrentUser,
  getInvitation,
  acceptInvitation,
  verifyEmail,
  requestPasswordReset,
  confirmPasswordReset,
  listSessions,
  revokeSession,
];

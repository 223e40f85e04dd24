import { permissionsOf } from './roles.ts';

/** Permissions with which a member changes the rights of others. */
const administrative = ['members:manage', 'roles:manage', 'sso:manage'] as const;

/**
 * Whether a user is a break-glass user or holds administrative rights by hand. Neither a statement about the email of such a user
 * nor another email may hand the account over to another person. Rights that groups give do not count: the provider and the
 * directory give them anyway.
 */
export function isAdministrativeUser({
  breakGlass,
  roles,
  rolesByHand,
}: {
  readonly breakGlass: boolean;
  readonly roles: readonly string[];
  /** The roles that members gave, if `roles` has others. */
  readonly rolesByHand: readonly string[] | undefined;
}): boolean {
  const held = permissionsOf(rolesByHand ?? roles);
  return breakGlass || administrative.some((permission) => held.includes(permission));
}

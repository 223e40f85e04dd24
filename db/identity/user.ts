import { RowModel } from '../row-model.ts';

/** A row of `users`: a member of one organization. */
export class User extends RowModel {
  static override tableName = 'users';
  declare organizationId: string;
  declare id: string;
  declare email: string;
  declare name: string;
  /** `undefined` for a user who was created by single sign-on. */
  declare passwordHash: string | undefined;
  declare status: string;
  /** The effective roles, with those of mappings: names of built-in roles and ids of custom roles. */
  declare roles: string[];
  /** The roles that members gave, if the effective ones differ. */
  declare rolesByHand: string[] | undefined;
  /** Whether the user can sign in with a password where single sign-on is enforced. */
  declare breakGlass: boolean;
  /** `undefined` until the user proves access to the mailbox, if SMTP is configured. */
  declare emailVerifiedAt: Date | undefined;
  declare lastLoginAt: Date | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
}

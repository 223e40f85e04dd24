import { RowModel } from '../row-model.ts';

/** A row of `users`: a member of one organization. */
export class User extends RowModel {
  static override tableName = 'users';
  declare organizationId: string;
  declare id: string;
  declare email: string;
  declare name: string;
  declare passwordHash: string;
  declare status: string;
  /** Names of built-in roles and ids of custom roles. */
  declare roles: string[];
  /** `undefined` until the user proves access to the mailbox, if SMTP is configured. */
  declare emailVerifiedAt: Date | undefined;
  declare lastLoginAt: Date | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
}

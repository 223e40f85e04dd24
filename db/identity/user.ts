import { Model } from 'objection';

/** A row of `users`: a member of one organization. */
export class User extends Model {
  static override tableName = 'users';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare email: string;
  declare name: string;
  declare password_hash: string;
  declare status: string;
  declare roles: string[];
  /** `null` until the user proves access to the mailbox, if SMTP is configured. */
  declare email_verified_at: Date | null;
  declare last_login_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}

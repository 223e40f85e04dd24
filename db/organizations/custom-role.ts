import { RowModel } from '../row-model.ts';

/** A row of `custom_roles`: a role that the organization defines. */
export class CustomRole extends RowModel {
  static override tableName = 'custom_roles';
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare description: string | undefined;
  declare permissions: string[];
  declare createdAt: Date;
  declare updatedAt: Date;
  declare version: number;
}

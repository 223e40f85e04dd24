import { RowModel } from '../row-model.ts';
import type { ApplicationCriticality, ApplicationLifecycle, ApplicationSource } from '../../domain/values.ts';

/** A row of `applications`. */
export class Application extends RowModel {
  static override tableName = 'applications';
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare slug: string;
  declare description: string | undefined;
  declare criticality: ApplicationCriticality;
  declare lifecycle: ApplicationLifecycle;
  declare source: ApplicationSource;
  declare createdBy: string | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
  declare archivedAt: Date | undefined;
}

import { Model } from 'objection';
import type {
  Evidence,
  EnvironmentHints,
  ProviderLocation,
  Reference,
  RequiredProvider,
  UnreadableFile,
} from '../../domain/scm/detection/detected-project.ts';
import type {
  IacProjectDetection,
  IacProjectKind,
  IacProjectStatus,
  IacSystem,
} from '../../domain/values.ts';

/** A row of `iac_projects`. */
export class IacProject extends Model {
  static override tableName = 'iac_projects';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = [
    'backend_config',
    'required_providers',
    'environment_hints',
    'evidence',
    'unreadable_files',
    'code_references',
    'provider_locations',
  ];
  declare organization_id: string;
  declare id: string;
  declare repository_id: string;
  declare path: string;
  declare detected_system: IacSystem;
  declare system: IacSystem;
  declare kind: IacProjectKind;
  declare detection: IacProjectDetection;
  declare status: IacProjectStatus;
  /** `null` for a project that no scan has detected. */
  declare detected_kind: IacProjectKind | null;
  declare disabled: boolean;
  declare backend_type: string | null;
  declare backend_config: Readonly<Record<string, unknown>>;
  declare required_providers: Readonly<Record<string, RequiredProvider>>;
  declare environment_hints: EnvironmentHints;
  declare evidence: readonly Evidence[];
  declare unreadable_files: readonly UnreadableFile[];
  declare code_references: readonly Reference[];
  declare provider_locations: readonly ProviderLocation[];
  declare environment_id: string | null;
  declare last_seen_commit_sha: string | null;
  declare created_at: Date;
  declare updated_at: Date;
}

import { RowModel } from '../row-model.ts';
import type {
  ProjectEvidence,
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
export class IacProject extends RowModel {
  static override tableName = 'iac_projects';
  static override jsonAttributes = [
    'backend_config',
    'required_providers',
    'environment_hints',
    'evidence',
    'unreadable_files',
    'code_references',
    'provider_locations',
  ];
  declare organizationId: string;
  declare id: string;
  declare repositoryId: string;
  declare path: string;
  declare detectedSystem: IacSystem;
  declare system: IacSystem;
  declare kind: IacProjectKind;
  declare detection: IacProjectDetection;
  declare status: IacProjectStatus;
  /** `undefined` for a project that no scan has detected. */
  declare detectedKind: IacProjectKind | undefined;
  declare disabled: boolean;
  declare backendType: string | undefined;
  /** The backends of a project with several ones: `StateBackend` of domain/scm/detection/detected-project.ts. */
  declare backends: readonly {
    readonly config: Readonly<Record<string, unknown>>;
    readonly variant: string;
  }[];
  /** Why the state cannot be found from the code, and the names that its backend needs. */
  declare stateReason: string | undefined;
  declare stateReasonNames: string[];
  declare hasUnlistedStates: boolean;
  declare backendConfig: Readonly<Record<string, unknown>>;
  declare requiredProviders: Readonly<Record<string, RequiredProvider>>;
  declare environmentHints: EnvironmentHints;
  declare evidence: readonly ProjectEvidence[];
  declare unreadableFiles: readonly UnreadableFile[];
  declare codeReferences: readonly Reference[];
  declare providerLocations: readonly ProviderLocation[];
  /** Whether the providers of the code are known, and none is of AWS. */
  declare withoutAws: boolean;
  /** The accounts of the AWS provider configurations; `undefined` when one of them names none. */
  declare providerAccountNumbers: string[] | undefined;
  declare environmentId: string | undefined;
  declare lastSeenCommitSha: string | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
}

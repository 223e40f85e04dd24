import type { ServiceCollectors } from '../../../domain/discovery/declaration/collector.ts';
import type { ScanScope } from '../../../domain/discovery/declaration/text-expression.ts';
import type { ServiceApi } from '../aws/service-api.ts';
import type { CellCalls } from './cell-calls.ts';
import type { CellFailures } from './cell-failures.ts';
import type { CollectServiceOptions } from './collection-options.ts';
import type { VariantSelection } from './variant-selection.ts';

/** Shared by the lists and the items of one service in one region. */
export interface ServiceContext {
  readonly options: CollectServiceOptions;
  readonly service: ServiceCollectors;
  readonly scope: ScanScope;
  readonly api: ServiceApi;
  readonly failures: CellFailures;
  /** Decides which variants of list calls can find something. */
  readonly variants: VariantSelection;
  readonly calls: CellCalls;
}

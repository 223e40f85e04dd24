import { collectService } from '../../../../activities/discovery/collect/collect-service.ts';
import type { CollectServiceOptions } from '../../../../activities/discovery/collect/collection-options.ts';
import type {
  CallLimiter,
  CollectionEvent,
  ObservedResource,
} from '../../../../domain/discovery/observation/observed-resource.ts';

import { runDocument } from './run-document.ts';

export const noLimit: CallLimiter = { acquire: () => Promise.resolve(), throttled: () => Promise.resolve() };

export interface Collected {
  readonly resources: readonly ObservedResource[];
  readonly cells: Readonly<Record<string, Extract<CollectionEvent, { kind: 'cell' }>>>;
}

/** Collects a service and returns the resources of all pages and the outcome of each cell. */
export async function collect(
  options: Pick<CollectServiceOptions, 'service' | 'awsAccountNumber' | 'region' | 'clients'> &
    Partial<CollectServiceOptions>,
): Promise<Collected> {
  const resources: ObservedResource[] = [];
  const cells: Record<string, Extract<CollectionEvent, { kind: 'cell' }>> = {};
  const events = collectService({
    partition: 'aws',
    limiter: noLimit,
    hmacKey: 'key of one organization',
    runDocument,
    signal: new AbortController().signal,
    ...options,
  });
  for await (const event of events) {
    if (event.kind === 'page') resources.push(...event.resources);
    else cells[event.resourceType] = event;
  }
  return { resources, cells };
}

import { collectCloudControl } from '../../../../activities/discovery/collect/collect-cloud-control.ts';
import type { CollectCloudControlOptions } from '../../../../activities/discovery/collect/collect-cloud-control.ts';
import type {
  CollectionEvent,
  ObservedResource,
} from '../../../../domain/discovery/observation/observed-resource.ts';
import { noLimit } from './collect.ts';
import { runDocument } from './run-document.ts';

interface CollectedTypes {
  readonly resources: readonly ObservedResource[];
  readonly cells: readonly Extract<CollectionEvent, { kind: 'cell' }>[];
}

/** Collects types through Cloud Control in an account and region, with parents that have no resources by default. */
export async function collectCloudControlTypes(
  options: Pick<CollectCloudControlOptions, 'resourceTypes' | 'clients'> &
    Partial<CollectCloudControlOptions>,
): Promise<CollectedTypes> {
  const resources: ObservedResource[] = [];
  const cells: Extract<CollectionEvent, { kind: 'cell' }>[] = [];
  const events = collectCloudControl({
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
    partition: 'aws',
    limiter: noLimit,
    hmacKey: 'key of one organization',
    runDocument,
    signal: new AbortController().signal,
    parents: () => Promise.resolve({ complete: true, resources: [] }),
    cloudControlGroups: undefined,
    ...options,
  });
  for await (const event of events) {
    if (event.kind === 'page') resources.push(...event.resources);
    else cells.push(event);
  }
  return { resources, cells };
}

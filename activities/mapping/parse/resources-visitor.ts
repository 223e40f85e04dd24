import { readAwsProvider } from '../../../domain/mapping/provider-address.ts';
import { readInstance } from './instance-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import type { RawInstance, RawResource, ReceiveInstance } from './raw-instance.ts';
import { readOnce, readText } from '../../../runtime/json/read-once.ts';
import { StateRejected } from './state-rejected.ts';
import { unknownType } from './wanted-attributes.ts';
import type { WantedAttributes } from './wanted-attributes.ts';

/** Instances of one resource that are held until its type is known. */
const maximumHeldInstances = 5_000;

interface Header {
  module?: string;
  mode?: string;
  type?: string;
  name?: string;
  provider?: string;
}

/** Reads the list `resources` of state version 4. */
export function readResources(
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
): JsonVisitor {
  return { element: () => readResource(wantedOf, receive) };
}

/**
 * Reads a resource. Terraform writes `instances` last. When a tool has sorted the keys, the instances are held until the
 * resource ends.
 */
function readResource(wantedOf: (type: string) => WantedAttributes, receive: ReceiveInstance): JsonVisitor {
  const header: Header = {};
  const held: RawInstance[] = [];
  let complete: RawResource | undefined;
  const hold = (instance: RawInstance): void => {
    if (held.length >= maximumHeldInstances)
      throw new StateRejected(
        'too_large',
        'The keys of a resource are not in the order of Terraform, and the resource has more than 5,000 instances.',
      );
    held.push(instance);
  };
  return {
    property: readOnce({
      module: () =>
        readText((text) => {
          if (complete !== undefined)
            throw new StateRejected('not_a_state', 'A resource has the key "module" after "instances".');
          header.module = text;
        }),
      mode: () => readText((text) => (header.mode = text)),
      type: () => readText((text) => (header.type = text)),
      name: () => readText((text) => (header.name = text)),
      provider: () => readText((text) => (header.provider = text)),
      instances() {
        if (header.mode !== undefined && header.mode !== 'managed') return undefined;
        complete = resourceOf(header);
        const resource = complete;
        const wanted = header.type === undefined ? unknownType : wantedOf(header.type);
        return {
          element: () =>
            readInstance(
              wanted,
              resource === undefined ? hold : (instance) => receiveAws(resource, instance, receive),
            ),
        };
      },
    }),
    end() {
      const resource = resourceOf(header);
      if (resource !== undefined) for (const instance of held) receiveAws(resource, instance, receive);
    },
  };
}

function receiveAws(resource: RawResource, instance: RawInstance, receive: ReceiveInstance): void {
  if (readAwsProvider(instance.provider ?? resource.provider) !== undefined) receive(resource, instance);
}

/** Returns the resource if it is managed and all keys but `module`, which the root module lacks, are known. */
function resourceOf({ module = '', mode, type, name, provider }: Header): RawResource | undefined {
  if (mode !== 'managed' || type === undefined || name === undefined || provider === undefined)
    return undefined;
  return { module, type, name, provider };
}

import { readAwsProvider } from '../../../domain/mapping/provider-address.ts';
import { readInstance } from './instance-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import type { RawInstance, RawResource, ReceiveInstance } from './raw-instance.ts';
import { readOnce, textVisitor } from '../../../runtime/json/read-once.ts';
import { StateRejected } from './state-rejected.ts';
import { unknownType } from './wanted-attributes.ts';
import type { WantedAttributes } from './wanted-attributes.ts';

/** Instances of one resource that are held until its type and their provider are known. */
const maximumHeldInstances = 5_000;

interface Header {
  module?: string;
  mode?: string;
  type?: string;
  name?: string;
  provider?: string;
}

/**
 * Reads the list `resources` of state version 4.
 *
 * @param receiveOther receives the provider of each managed instance that is not of the AWS provider
 */
export function readResources(
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
  receiveOther: (provider: string) => void,
): JsonVisitor {
  return { element: () => readResource(wantedOf, receive, receiveOther) };
}

/**
 * Reads a resource. Terraform writes `instances` last. When a tool has sorted the keys, the instances are held until the
 * resource ends. OpenTofu writes the provider on each instance, and none on the resource, when the provider has `for_each`.
 */
function readResource(
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
  receiveOther: (provider: string) => void,
): JsonVisitor {
  const header: Header = {};
  const held: RawInstance[] = [];
  let hasSent = false;
  const hold = (instance: RawInstance): void => {
    if (held.length >= maximumHeldInstances)
      throw new StateRejected(
        'too_large',
        'The keys of a resource are not in the order of Terraform, and the resource has more than 5,000 instances.',
      );
    held.push(instance);
  };
  const send = (instance: RawInstance): boolean => {
    const resource = resourceOf(header, instance);
    if (resource === undefined) return false;
    hasSent = true;
    if (readAwsProvider(resource.provider) === undefined) receiveOther(resource.provider);
    else receive(resource, instance);
    return true;
  };
  return {
    property: readOnce({
      module: () =>
        textVisitor((text) => {
          if (hasSent)
            throw new StateRejected('not_a_state', 'A resource has the key "module" after "instances".');
          header.module = text;
        }),
      mode: () => textVisitor((text) => (header.mode = text)),
      type: () => textVisitor((text) => (header.type = text)),
      name: () => textVisitor((text) => (header.name = text)),
      provider: () => textVisitor((text) => (header.provider = text)),
      instances() {
        if (header.mode !== undefined && header.mode !== 'managed') return undefined;
        const wanted = header.type === undefined ? unknownType : wantedOf(header.type);
        return {
          element: () =>
            readInstance(wanted, (instance) => {
              if (!send(instance)) hold(instance);
            }),
        };
      },
    }),
    end() {
      for (const instance of held) send(instance);
    },
  };
}

/**
 * Returns the resource of an instance if it is managed and all keys but `module`, which the root module lacks, are known.
 * The provider of the instance precedes that of the resource.
 */
function resourceOf(
  { module = '', mode, type, name, provider: common }: Header,
  instance: RawInstance,
): RawResource | undefined {
  const provider = instance.provider ?? common;
  if (mode !== 'managed' || type === undefined || name === undefined || provider === undefined)
    return undefined;
  return { module, type, name, provider };
}

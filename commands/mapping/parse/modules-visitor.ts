import { defined } from '../../../domain/defined.ts';
import { readAwsProvider } from '../../../domain/mapping/provider-address.ts';
import { readFlatInstance } from './instance-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import type { RawInstance, ReceiveInstance } from './raw-instance.ts';
import { readOnce, textVisitor } from '../../../runtime/json/read-once.ts';
import { StateRejected } from './state-rejected.ts';
import type { WantedAttributes } from './wanted-attributes.ts';

const maximumModuleDepth = 200;

/**
 * Reads the list `modules` of state version 3, whose instances are keys of the map `resources`.
 *
 * @param receiveOther receives the provider of each managed resource that is not of the AWS provider
 */
export function readModules(
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
  receiveOther: (provider: string) => void,
): JsonVisitor {
  return { element: () => readModule(wantedOf, receive, receiveOther) };
}

function readModule(
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
  receiveOther: (provider: string) => void,
): JsonVisitor {
  const path: string[] = [];
  let hasResources = false;
  return {
    property: readOnce({
      path() {
        if (hasResources)
          throw new StateRejected('not_a_state', 'A module has the key "path" after "resources".');
        // The first step is `root`. A name that is too long makes the addresses malformed.
        return {
          element: (index) =>
            index > maximumModuleDepth
              ? undefined
              : { scalar: (text) => index > 0 && path.push(`module.${text ?? ''}`) },
        };
      },
      resources() {
        hasResources = true;
        const module = path.join('.');
        return { property: (key) => readKeyedInstance(key, module, wantedOf, receive, receiveOther) };
      },
    }),
  };
}

/** Reads the value of a key such as `aws_sqs_queue.q` or, with `count`, `aws_sqs_queue.q.0`. */
function readKeyedInstance(
  key: string,
  module: string,
  wantedOf: (type: string) => WantedAttributes,
  receive: ReceiveInstance,
  receiveOther: (provider: string) => void,
): JsonVisitor | undefined {
  const [type = '', name = '', ...rest] = key.split('.');
  if (type === 'data') return undefined;
  const index = rest.length === 1 && /^\d{1,15}$/.test(rest[0] ?? '') ? Number(rest[0]) : undefined;
  const wanted = wantedOf(type);
  const instances: RawInstance[] = [];
  let provider = '';
  const keep = (instance: RawInstance) =>
    instances.push({
      ...instance,
      ...defined({ indexKey: index }),
      ...(rest.length > 0 && index === undefined ? { hasInvalidKey: true } : {}),
    });
  return {
    property: readOnce({
      primary: () => readFlatInstance(wanted, keep),
      // Version 3 has no deposed keys. Terraform numbers them from 1 when it upgrades the state.
      deposed: () => ({
        element: (position) =>
          readFlatInstance(wanted, (instance) =>
            keep({ ...instance, deposedKey: (position + 1).toString(16).padStart(8, '0') }),
          ),
      }),
      provider: () => textVisitor((text) => (provider = text)),
    }),
    end() {
      const known = providerOf(provider, type);
      if (readAwsProvider(known) === undefined) {
        // Without a provider, the type names it.
        if (instances.length > 0) receiveOther(known === '' ? `provider.${type.split('_')[0]}` : known);
        return;
      }
      for (const instance of instances) receive({ module, type, name, provider: known }, instance);
    },
  };
}

/**
 * Returns the address of a provider. Terraform 0.11 writes `provider.aws.west`, earlier versions `aws.west`, and an empty
 * text for the default provider of the type. Source: Terraform, `upgradeStateV3ToV4`.
 */
function providerOf(text: string, type: string): string {
  if (text === '') return type.startsWith('aws_') ? 'provider.aws' : '';
  return /^aws(?:\.|$)/.test(text) ? `provider.${text}` : text;
}

import type { Json } from '../../../domain/json/json.ts';
import { readAttributes, readFlatAttributes, readParts } from './attributes-visitor.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import type { RawInstance } from './raw-instance.ts';
import { readCompared } from './read-compared.ts';
import { readOnce, textVisitor } from '../../../runtime/json/read-once.ts';
import { readSensitivePaths } from './sensitive-paths.ts';
import type { SensitivePaths } from './sensitive-paths.ts';
import type { WantedAttributes } from './wanted-attributes.ts';

interface MutableInstance {
  indexKey?: string | number;
  hasInvalidKey?: boolean;
  deposedKey?: string;
  tainted?: boolean;
  provider?: string;
  attributes: Map<string, string>;
  compared: Map<string, Json>;
  identity: Map<string, string>;
  sensitivePaths: SensitivePaths;
}

function emptyInstance(): MutableInstance {
  return { attributes: new Map(), compared: new Map(), identity: new Map(), sensitivePaths: [] };
}

/** Reads an instance of state version 4. */
export function readInstance(
  wanted: WantedAttributes,
  receive: (instance: RawInstance) => void,
): JsonVisitor {
  const instance = emptyInstance();
  const setAttribute = (path: string, value: string) => instance.attributes.set(path, value);
  return {
    property: readOnce({
      index_key: () => readIndexKey(instance),
      status: () => textVisitor((text) => (instance.tainted = text === 'tainted')),
      deposed: () => textVisitor((text) => text !== '' && (instance.deposedKey = text)),
      provider: () => textVisitor((text) => (instance.provider = text)),
      attributes: () =>
        readCompared(readAttributes(wanted.names, setAttribute), wanted.compared, (name, value) =>
          instance.compared.set(name, value),
        ),
      attributes_flat: () => readFlatAttributes(wanted.isWanted, setAttribute),
      sensitive_attributes: () => readSensitivePaths((paths) => (instance.sensitivePaths = paths)),
      identity: () => readParts((name, value) => instance.identity.set(name, value)),
    }),
    end: () => receive(instance),
  };
}

/** Reads an instance of state version 3: the value of `primary`, or an element of `deposed`. */
export function readFlatInstance(
  wanted: WantedAttributes,
  receive: (instance: RawInstance) => void,
): JsonVisitor {
  const instance = emptyInstance();
  const setAttribute = (path: string, value: string) => instance.attributes.set(path, value);
  return {
    property: readOnce({
      id: () => textVisitor((text) => setAttribute('id', text)),
      attributes: () => readFlatAttributes(wanted.isWanted, setAttribute),
      tainted: () => ({ scalar: (text, kind) => (instance.tainted = kind === 'boolean' && text === 'true') }),
    }),
    end: () => receive(instance),
  };
}

function readIndexKey(instance: MutableInstance): JsonVisitor {
  const reject = () => (instance.hasInvalidKey = true);
  return {
    scalar(text, kind) {
      if (kind === 'null') return;
      if (text === undefined || kind === 'boolean') reject();
      else instance.indexKey = kind === 'number' ? Number(text) : text;
    },
    end: reject,
  };
}

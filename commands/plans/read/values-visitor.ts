import type { MutableJson } from '../../../domain/json/json.ts';
import { isObject } from '../../../domain/json/json.ts';
import {
  hasSensitiveAttributes,
  withSchemaMask,
} from '../../../domain/plans/redact/sensitive-attributes/schema-mask.ts';
import { eachLeaf, eachMarkedLeaf, maskOf } from '../../../domain/plans/redact/value-mask.ts';
import type { JsonVisitor } from '../../../runtime/json/json-visitor.ts';
import { textVisitor } from '../../../runtime/json/read-once.ts';
import { visitMarks } from './mark-visitor.ts';
import type { PartReader } from './part-reader.ts';

type ReceiveSecret = (value: string | number) => void;

/**
 * Reads the sensitive values of `planned_values` and of `prior_state.values`: the only places that have those of data
 * sources and of unchanged outputs.
 */
export function visitValues(parts: PartReader, receive: ReceiveSecret): JsonVisitor {
  return {
    property(name) {
      if (name === 'root_module') return visitModule(parts, receive);
      if (name !== 'outputs') return undefined;
      return { property: () => visitOutput(parts, receive) };
    },
  };
}

function visitOutput(parts: PartReader, receive: ReceiveSecret): JsonVisitor {
  return visitIfMarked(parts, 'sensitive', (output) => eachLeaf(output['value'], receive));
}

function visitModule(parts: PartReader, receive: ReceiveSecret): JsonVisitor {
  return {
    property(name) {
      if (name === 'child_modules') return { element: () => visitModule(parts, receive) };
      if (name !== 'resources') return undefined;
      return { element: () => visitResource(parts, receive) };
    },
  };
}

function visitResource(parts: PartReader, receive: ReceiveSecret): JsonVisitor {
  let type = '';
  let isMarked = false;
  const marks = visitMarks(() => (isMarked = true));
  const visitor: JsonVisitor = {
    property(name) {
      if (name === 'type') return textVisitor((text) => (type = text));
      return name === 'sensitive_values' ? marks : undefined;
    },
  };
  return parts.part(visitor, (_, parse) => {
    if (!isMarked && !hasSensitiveAttributes(type)) return;
    const resource = parse();
    const values = maskOf(resource, 'values');
    eachMarkedLeaf(values, withSchemaMask(type, values, maskOf(resource, 'sensitive_values')), receive);
  });
}

/** Returns the visitor of an object that is parsed only when the value of `markKey` contains `true`. */
export function visitIfMarked(
  parts: PartReader,
  markKey: string,
  receive: (value: { [key: string]: MutableJson }) => void,
): JsonVisitor {
  let isMarked = false;
  const marks = visitMarks(() => (isMarked = true));
  return parts.part({ property: (name) => (name === markKey ? marks : undefined) }, (_, parse) => {
    if (!isMarked) return;
    const value = parse();
    if (isObject(value)) receive(value);
  });
}

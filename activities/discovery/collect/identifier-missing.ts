import { missingPaths } from '../../../domain/discovery/declaration/text-expression.ts';
import type { ScanScope, TextExpression } from '../../../domain/discovery/declaration/text-expression.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';

/** AWS listed an item without a field of its identifier. The message names the fields, and is stored with the cell. */
export class IdentifierMissing extends Error {
  override readonly name = 'IdentifierMissing';

  /** @param fields - alternatives, each with the fields that the item lacks */
  constructor(resourceType: string, fields: readonly (readonly string[])[]) {
    const text = fields.map((names) => names.join(' and ')).join(', or ');
    super(
      `AWS returned an item of ${resourceType} without its field ${text}. The item is not in the inventory.`,
    );
  }
}

/** Returns the error of an item whose identifier cannot be read. */
export function identifierMissing(
  resourceType: string,
  nativeId: TextExpression,
  item: RawItem,
  scope: ScanScope,
): IdentifierMissing {
  return new IdentifierMissing(resourceType, missingPaths(nativeId, item, scope));
}

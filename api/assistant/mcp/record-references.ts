import { TurnReferences } from '../../../domain/assistant/turn-references.ts';
import type { ReferencedEntity } from '../../../domain/assistant/turn-references.ts';

/**
 * References of the records that a call through MCP returns: their ids. The server keeps nothing between two calls, and tools take
 * ids where they take names.
 */
export class RecordReferences extends TurnReferences {
  override add(entity: ReferencedEntity): string {
    return entity.id;
  }

  override find(): undefined {
    return undefined;
  }
}

import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { searchAttributeNames } from '../domain/runs/run-kinds.ts';
import type { TemporalConnectionOptions } from './temporal-connection.ts';

/**
 * Registers the custom search attributes that do not exist yet. Temporal rejects every workflow start that uses an
 * unregistered search attribute.
 */
export async function registerSearchAttributes(
  options: TemporalConnectionOptions,
  namespace: string,
): Promise<void> {
  const connection = await Connection.connect({ ...options, connectTimeout: 10_000 });
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = Object.values(searchAttributeNames).filter((name) => !(name in customAttributes));
    if (missing.length === 0) return;
    const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
  } finally {
    await connection.close();
  }
}

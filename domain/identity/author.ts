import type { AuthorType } from '../values.ts';

const versionPosition = 14;

/**
 * Returns whom the id of an author names. Ids of API tokens are UUIDs of version 8 (`api_tokens.id`), those of users of
 * version 7, so that columns such as `created_by` need no second column.
 */
export function authorTypeOf(id: string): AuthorType;
export function authorTypeOf(id: string | undefined): AuthorType | undefined;
export function authorTypeOf(id: string | undefined): AuthorType | undefined {
  if (id === undefined) return undefined;
  return id.charAt(versionPosition) === '8' ? 'api_token' : 'user';
}

import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import type { ScmClient } from './scm-client.ts';
import { ScmError } from './scm-error.ts';

const perPage = 100;
const maximumPages = 200;
const pagesAtOnce = 8;

/**
 * Lists the repositories that a connection can access. Reads several pages at a time when the provider sends the total.
 * @throws ScmError `too_large` for more than 20,000 repositories, `invalid_response` for a list that is shorter than the
 *   provider's count
 */
export async function listAllRepositories(
  client: Pick<ScmClient, 'listRepositories'>,
): Promise<readonly ProviderRepository[]> {
  const first = await client.listRepositories(1);
  const pages = [first];
  // A server can send smaller pages than requested.
  const isWhole = first.items.length + (first.omitted ?? 0) >= Math.min(perPage, first.total ?? 0);
  const lastPage = first.total === undefined || !isWhole ? undefined : Math.ceil(first.total / perPage);
  if (lastPage !== undefined && lastPage <= maximumPages) {
    const others = Array.from({ length: Math.max(0, lastPage - 1) }, (_, index) => index + 2);
    pages.push(...(await mapConcurrently(others, pagesAtOnce, (page) => client.listRepositories(page))));
  } else {
    for (let next = first.nextPage; next !== undefined;) {
      if (next > maximumPages)
        throw new ScmError('too_large', 'The connection can access more than 20,000 repositories.');
      const page = await client.listRepositories(next);
      pages.push(page);
      next = page.nextPage;
    }
  }
  // A repository can be on two pages when the list changes.
  const all = new Map(pages.flatMap(({ items }) => items.map((item) => [item.externalId, item] as const)));
  const omitted = pages.reduce((sum, page) => sum + (page.omitted ?? 0), 0);
  if (all.size + omitted < (first.total ?? 0))
    throw new ScmError('invalid_response', 'The provider returned an incomplete list of repositories.');
  return [...all.values()];
}

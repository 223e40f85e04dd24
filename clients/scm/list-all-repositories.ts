import { mapConcurrently } from '../../domain/map-concurrently.ts';
import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import type { ScmClient } from './scm-client.ts';
import { ScmError } from './scm-error.ts';

const perPage = 100;
const mostPages = 200;
const pagesAtOnce = 8;

/**
 * Lists the repositories that a connection can access. Reads several pages at a time when the provider tells their number.
 * @throws ScmError `too_large` for more than 20,000 repositories.
 */
export async function listAllRepositories(
  client: Pick<ScmClient, 'listRepositories'>,
): Promise<readonly ProviderRepository[]> {
  const first = await client.listRepositories(1);
  const lists = [first.items];
  const lastPage = first.total === undefined ? undefined : Math.ceil(first.total / perPage);
  if (lastPage !== undefined && lastPage <= mostPages) {
    const others = Array.from({ length: Math.max(0, lastPage - 1) }, (_, index) => index + 2);
    const pages = await mapConcurrently(others, pagesAtOnce, (page) => client.listRepositories(page));
    lists.push(...pages.map(({ items }) => items));
  } else {
    for (let page = first.nextPage; page !== undefined;) {
      if (page > mostPages)
        throw new ScmError('too_large', 'The connection can access more than 20,000 repositories.');
      const { items, nextPage } = await client.listRepositories(page);
      lists.push(items);
      page = nextPage;
    }
  }
  // A repository can be on two pages when the list changes.
  return [...new Map(lists.flat().map((repository) => [repository.externalId, repository])).values()];
}

import test from 'ava';
import { listAllRepositories } from '../../../clients/scm/list-all-repositories.ts';
import { ScmError } from '../../../clients/scm/scm-error.ts';
import type { ProviderRepository } from '../../../domain/scm/provider-records.ts';

/** A provider with this number of repositories, whose pages have at most `pageSize` of them. */
function provider(total: number, pageSize: number) {
  const repositories = Array.from({ length: total }, (_, index): ProviderRepository => ({
    externalId: String(index),
    fullName: `acme/${index}`,
    url: `https://github.test/acme/${index}`,
    visibility: 'private',
    archived: false,
    fork: false,
  }));
  return {
    listRepositories: async (page: number) =>
      Promise.resolve({
        items: repositories.slice((page - 1) * pageSize, page * pageSize),
        ...(page * pageSize < total ? { nextPage: page + 1 } : {}),
        total,
      }),
  };
}

test('lists every repository of whole and of smaller pages', async (t) => {
  for (const [total, pageSize] of [
    [0, 100],
    [250, 100],
    [250, 30],
    [70, 30],
  ] as const)
    t.is((await listAllRepositories(provider(total, pageSize))).length, total, `${total} by ${pageSize}`);
});

test('rejects a list that is shorter than its count', async (t) => {
  const { listRepositories } = provider(20, 100);
  const cut = {
    listRepositories: async (page: number) => ({ ...(await listRepositories(page)), total: 40 }),
  };
  const error = await t.throwsAsync(listAllRepositories(cut), { instanceOf: ScmError });
  t.is(error.fault, 'invalid_response');
});

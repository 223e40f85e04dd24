import test from 'ava';
import { findNamedResources } from '../../../db/assistant/named-resources.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';

const fixture = useInventoryApi();

test('finds names without a rank of parts when too many resources contain the text', async (t) => {
  const { organizationId } = await fixture.withResources((account) =>
    ['web', 'Web', 'web-1', 'web-2', 'other-web'].map((name) => aResource(account, { name })),
  );
  const find = (text: string, maximumRanked?: number) =>
    fixture.inventory.write(organizationId, async (tenant) => {
      const { resources, total } = await findNamedResources(tenant, text, 3, maximumRanked);
      return { names: resources.map(({ name }) => name).toSorted(), total };
    });
  for (const maximum of [undefined, 2]) {
    t.deepEqual(await find('web', maximum), { names: ['web'], total: 1 });
    t.deepEqual(await find('WEB', maximum), { names: ['Web', 'web'], total: 2 });
    t.deepEqual(await find('WEB-1', maximum), { names: ['web-1'], total: 1 });
    t.is((await find('eb', maximum)).total, 5);
  }
  t.deepEqual(await find('eb', 2), { names: ['Web', 'other-web', 'web'], total: 5 });
});

test('finds no resource of another organization', async (t) => {
  const { model } = await fixture.withResources((account) => [aResource(account, { name: 'web' })]);
  const { organizationId } = await fixture.withResources(() => []);
  for (const text of [model[0]?.id ?? '', model[0]?.nativeId ?? '', 'web', 'x'.repeat(300)])
    t.deepEqual(
      await fixture.inventory.write(organizationId, (tenant) => findNamedResources(tenant, text, 5)),
      { resources: [], total: 0 },
    );
});

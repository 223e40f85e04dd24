import test from 'ava';
import { requestAccountMatch } from '../../../db/mapping/match/account-matches.ts';
import { rematchAccount } from '../../../db/mapping/match/match-entries.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';

const mapping = useInventoryApi();

test('a match after a scan reads only the resources that changed, unless everything was requested', async (t) => {
  const organization = await makeMappedOrganization(mapping, ['a', 'b']);
  const { organizationId, account, queue } = organization;
  await organization.sync([organization.entry('a')]);
  const { inventory } = mapping;
  const rematch = () => inventory.write(organizationId, (tenant) => rematchAccount(tenant, account));
  const set = (assignments: string, id: string) =>
    inventory.query(`update resources set ${assignments} where organization_id = $1 and id = $2`, [
      organizationId,
      id,
    ]);
  const stateOf = async (id: string) => {
    const [row] = await inventory.query<{ state: string }>(
      'select management_state as state from resources where organization_id = $1 and id = $2',
      [organizationId, id],
    );
    return row?.state;
  };
  /** Stores a state that no match computes: it stays as long as no match reads the resource. */
  const corrupt = () =>
    set(`management_state = 'ignored', last_changed_at = now() - interval '2 hours'`, queue('b'));

  await corrupt();
  await rematch();
  t.is(await stateOf(queue('b')), 'unmanaged', 'the first match reads everything');
  await corrupt();
  await rematch();
  t.is(await stateOf(queue('b')), 'ignored', 'no resource changed');
  await set('last_changed_at = now()', queue('b'));
  await rematch();
  t.is(await stateOf(queue('b')), 'unmanaged', 'the resource changed');

  await corrupt();
  await inventory.write(organizationId, (tenant) => requestAccountMatch(tenant, [account], false));
  await rematch();
  t.is(await stateOf(queue('b')), 'ignored');
  await inventory.write(organizationId, (tenant) => requestAccountMatch(tenant, [account], true));
  await rematch();
  t.is(await stateOf(queue('b')), 'unmanaged', 'everything was requested');
  await corrupt();
  await rematch();
  t.is(await stateOf(queue('b')), 'ignored', 'a request serves one match');
  for (const outdated of [`matched_rules = 'earlier'`, `fully_matched_at = now() - interval '25 hours'`]) {
    await corrupt();
    await inventory.query(`update mapping_accounts set ${outdated} where organization_id = $1`, [
      organizationId,
    ]);
    await rematch();
    t.is(await stateOf(queue('b')), 'unmanaged', outdated);
  }
});

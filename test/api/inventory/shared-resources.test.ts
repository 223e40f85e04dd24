import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

const subnetType = 'AWS::EC2::Subnet';
const arnIn = (account: string) => `arn:aws:ec2:eu-west-1:${account}:subnet/subnet-1`;

const listShared = (client: TestClient, id: string) =>
  client.GET('/api/v1/aws/accounts/{id}/shared-resources', { params: { path: { id } } });

/** Inserts a reference of an account to the resource of an owner. */
async function addReference(organizationId: string, account: string, owner: string, nativeId: string) {
  await fixture.inventory.query(
    `insert into shared_references (organization_id, aws_account_id, region, resource_type, native_id, arn,
       owner_account_number) values ($1, $2, 'eu-west-1', $3, $4, $5, $6)`,
    [organizationId, account, subnetType, nativeId, arnIn(owner), owner],
  );
}

test('lists the resources that other accounts share with an account, with those of the inventory', async (t) => {
  const { client, organizationId, account, model } = await fixture.withResources((id) => [
    aResource(id, { type: subnetType, arn: arnIn('222222222222') }),
  ]);
  const [row] = await fixture.inventory.query<{ native_id: string }>(
    `update aws_accounts set account_id = '222222222222' where id = $1
     returning (select native_id from resources where aws_account_id = $1) as native_id`,
    [account],
  );
  const using = await fixture.inventory.addAccount(organizationId, 'Using');
  await addReference(organizationId, using, '222222222222', row?.native_id ?? '');
  const { items } = await dataOf(listShared(client, using));
  t.like(items, [
    {
      region: 'eu-west-1',
      resource_type: subnetType,
      shared_from: { account_id: '222222222222', arn: arnIn('222222222222') },
      resource_id: model[0]?.id,
    },
  ]);
  t.deepEqual((await dataOf(listShared(client, account))).items, []);
});

test('shows the owner of a resource that its account uses, when the owner is not scanned', async (t) => {
  const { client, organizationId, account, model } = await fixture.withResources((id) => [
    aResource(id, { type: subnetType, arn: arnIn('333333333333') }),
    aResource(id, { type: subnetType }),
  ]);
  const id = model[0]?.id ?? '';
  await fixture.inventory.query(`update resources set owner_account_number = '333333333333' where id = $1`, [
    id,
  ]);
  await addReference(organizationId, account, '333333333333', 'subnet-1');
  const found = await dataOf(client.GET('/api/v1/resources/{id}', { params: { path: { id } } }));
  t.deepEqual(found.shared_from, { account_id: '333333333333', arn: arnIn('333333333333') });
  const { items } = await dataOf(client.GET('/api/v1/resources'));
  t.is(items.filter(({ shared_from: owner }) => owner !== undefined).length, 1);
  t.like((await dataOf(listShared(client, account))).items, [{ resource_id: id }]);
});

test('does not list the references of an unknown account', async (t) => {
  const { client } = await fixture.api.signUp();
  await expectError(t, listShared(client, randomUUID()), 404, 'not_found');
});

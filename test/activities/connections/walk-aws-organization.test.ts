import test from 'ava';
import { walkAwsOrganization } from '../../../activities/connections/walk-aws-organization.ts';
import { awsError, input, scripted } from '../discovery/support/scripted-aws.ts';
import type { Script } from '../discovery/support/scripted-aws.ts';

const walk = (script: Script) =>
  walkAwsOrganization({ caller: scripted(script).clients, region: 'us-east-1' });

/** An organization with the root `r`, its OU `ou`, and an account in each. */
const organization: Script = (request) => {
  const parent = String(input(request)['ParentId']);
  if (request.operation === 'ListRoots') return { Roots: [{ Id: 'r', Name: 'Root' }] };
  if (request.operation === 'ListAccountsForParent')
    return { Accounts: [{ Id: `account-${parent}`, Name: parent, Status: 'ACTIVE' }] };
  return { OrganizationalUnits: parent === 'r' ? [{ Id: 'ou', Name: 'Workloads' }] : [] };
};

test('lists the accounts of roots and OUs with their paths', async (t) => {
  const accounts = await walk(organization);
  t.deepEqual(
    accounts.map(({ account_id, ou_path }) => [account_id, ou_path]),
    [
      ['account-r', '/Root'],
      ['account-ou', '/Root/Workloads'],
    ],
  );
});

test('treats an OU that is deleted during the walk as empty, but not a root', async (t) => {
  const without =
    (parent: string): Script =>
    (request, count) =>
      input(request)['ParentId'] === parent
        ? awsError('ParentNotFoundException', 400)
        : organization(request, count);
  t.deepEqual(
    (await walk(without('ou'))).map(({ account_id }) => account_id),
    ['account-r'],
  );
  await t.throwsAsync(walk(without('r')), { name: 'ParentNotFoundException' });
});

test('fails when page tokens repeat', async (t) => {
  const repeating: Script = (request, count) =>
    request.operation === 'ListAccountsForParent'
      ? { Accounts: [], NextToken: 'same' }
      : organization(request, count);
  await t.throwsAsync(walk(repeating), { name: 'PagingError' });
});

import test from 'ava';
import { loadSdkModule, preloadSdkModules } from '../../../clients/aws/client-modules.ts';
import { clientsOfCollectors } from '../../../domain/discovery/declaration/resource-types.ts';

test('preloads packages, and ignores one that does not exist', async (t) => {
  await preloadSdkModules(['no-such-service', 'sts'], new AbortController().signal);
  await t.notThrowsAsync(loadSdkModule('sts'));
  await t.throwsAsync(loadSdkModule('no-such-service'));
});

test('stops preloading when the worker stops', async (t) => {
  const stopping = new AbortController();
  const requested: string[] = [];
  const packages = function* () {
    for (const name of ['sts', 'no-such-service', 'none']) {
      requested.push(name);
      if (name === 'no-such-service') stopping.abort();
      yield name;
    }
  };
  await preloadSdkModules(packages(), stopping.signal);
  t.deepEqual(requested, ['sts', 'no-such-service']);
});

test('the collectors use the packages of other services too', (t) => {
  const clients = clientsOfCollectors();
  t.true(clients.includes('ec2'));
  t.true(clients.includes('resource-groups-tagging-api'));
  t.true(clients.includes('cloudcontrol'));
  t.is(new Set(clients).size, clients.length);
});

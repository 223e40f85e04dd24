import test from 'ava';
import {
  environmentOf,
  environmentsOfPath,
  environmentsOfVariableFile,
  exampleSegmentOf,
  isEnvironmentPath,
} from '../../../../../domain/scm/detection/paths/environment-names.ts';

const noFolder = () => false;

test('recognizes environments as whole words at the end or the start of a name', (t) => {
  t.is(environmentOf('prod'), 'prod');
  t.is(environmentOf('eu-west-1-prod'), 'prod');
  t.is(environmentOf('Prod_eu'), 'prod');
  t.is(environmentOf('dev-prod'), 'prod');
  t.is(environmentOf('latest'), undefined);
  t.is(environmentOf('internal'), undefined);
  t.is(environmentOf('a-prod-b'), undefined);
  for (const name of ['nonprod', 'non-prod', 'app_non_prod', 'non-production', 'acme-nonprod'])
    t.is(environmentOf(name), 'nonprod', name);
  for (const name of ['preprod', 'pre-prod', 'pre_production-eu']) t.is(environmentOf(name), 'preprod', name);
});

test('finds the environments of a path', (t) => {
  t.deepEqual(environmentsOfPath('live/prod/eu-west-1/vpc'), ['prod']);
  t.deepEqual(environmentsOfPath('live/network'), ['live']);
  t.deepEqual(environmentsOfPath('environments/blue'), ['blue']);
  t.deepEqual(environmentsOfPath('envs/acme-dev/app'), ['dev']);
  t.deepEqual(environmentsOfPath('environments/eu-west-1'), []);
  t.deepEqual(environmentsOfPath('load-balancer/app'), []);
  t.deepEqual(environmentsOfPath('.'), []);
  t.deepEqual(environmentsOfPath('accounts/acme-prod/vpc'), ['prod']);
  t.deepEqual(environmentsOfPath('prod-us-east-1/app_stage'), ['prod', 'stage']);
  t.deepEqual(environmentsOfPath('non-prod/us-east-1/stage/mysql'), ['nonprod', 'stage']);
  for (const path of ['dev-tools', 'stage-manager', 'pen-test', 'customer-demo/x', 'qa-lib'])
    t.deepEqual(environmentsOfPath(path), [], path);
});

test('finds the environment of a variable file by its name, then by its folders', (t) => {
  t.deepEqual(environmentsOfVariableFile('vars/prod.tfvars'), ['prod']);
  t.deepEqual(environmentsOfVariableFile('vars/prod.auto.tfvars.json'), ['prod']);
  t.deepEqual(environmentsOfVariableFile('envs/staging/terraform.tfvars'), ['staging']);
  t.deepEqual(environmentsOfVariableFile('prod.s3.tfbackend'), ['prod']);
  t.deepEqual(environmentsOfVariableFile('terraform.tfvars'), []);
});

test('recognizes folders of environments, but not of tests', (t) => {
  t.true(isEnvironmentPath('environments/anything/app'));
  t.true(isEnvironmentPath('app/prod'));
  t.false(isEnvironmentPath('test/app'));
  t.false(isEnvironmentPath('modules/vpc'));
});

test('recognizes examples and tests, but not the environment test', (t) => {
  t.is(exampleSegmentOf('examples/complete', noFolder), 'examples');
  t.is(exampleSegmentOf('modules/vpc/example', noFolder), 'example');
  t.is(exampleSegmentOf('test/fixtures/a', noFolder), 'test');
  t.is(exampleSegmentOf('tests/unit', noFolder), 'tests');
  t.is(exampleSegmentOf('environments/test', noFolder), undefined);
  t.is(exampleSegmentOf('live/test/vpc', noFolder), undefined);
  t.is(
    exampleSegmentOf('app/test', (folder) => folder === 'app/prod'),
    undefined,
  );
  t.is(
    exampleSegmentOf('app/tests', (folder) => folder === 'app/prod'),
    'tests',
  );
  t.is(exampleSegmentOf('app/testing-tools', noFolder), undefined);
});

import test from 'ava';
import {
  environmentOf,
  environmentsOfPath,
  environmentsOfVariableFile,
  exampleSegmentOf,
  isEnvironmentPath,
} from '../../../../domain/scm/detection/environment-names.ts';

const noFolder = () => false;

test('recognizes environments as whole words at the end or the start of a name', (t) => {
  t.is(environmentOf('prod'), 'prod');
  t.is(environmentOf('eu-west-1-prod'), 'prod');
  t.is(environmentOf('Prod_eu'), 'prod');
  t.is(environmentOf('dev-prod'), 'prod');
  t.is(environmentOf('latest'), undefined);
  t.is(environmentOf('internal'), undefined);
  t.is(environmentOf('a-prod-b'), undefined);
});

test('finds the environments of a path', (t) => {
  t.deepEqual(environmentsOfPath('live/prod/eu-west-1/vpc'), ['prod']);
  t.deepEqual(environmentsOfPath('live/network'), ['live']);
  t.deepEqual(environmentsOfPath('environments/blue'), ['blue']);
  t.deepEqual(environmentsOfPath('envs/acme-dev/app'), ['dev']);
  t.deepEqual(environmentsOfPath('environments/eu-west-1'), []);
  t.deepEqual(environmentsOfPath('load-balancer/app'), []);
  t.deepEqual(environmentsOfPath('.'), []);
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

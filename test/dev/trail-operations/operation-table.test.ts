import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import { operationTable } from '../../../domain/changes/operation-table.ts';
import { RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';
import { devConfiguration } from '../../../dev/configuration.ts';
import { makeOperationTable } from '../../../dev/trail-operations/operation-table.ts';

test('the table of operations, and the list of those without a collected resource, are those of the installed SDK', async (t) => {
  const { source, untyped } = await makeOperationTable(devConfiguration.projectFolder);
  const read = (...parts: readonly string[]) =>
    readFile(path.join(devConfiguration.projectFolder, ...parts), 'utf8');
  t.true(
    source === (await read('domain', 'changes', 'operation-table.ts')),
    'node dev/trail-operations/main.ts writes the table',
  );
  t.deepEqual(untyped, (await read('dev', 'trail-operations', 'untyped-operations.txt')).trim().split('\n'));
});

/** Types without an operation that creates, or deletes, them: settings, parts of an account, and what ends by itself. */
const withoutOperation: readonly string[] = [
  'AWS::EC2::EBSEncryptionByDefault d',
  'AWS::EC2::ImageBlockPublicAccess d',
  'AWS::EC2::InstanceMetadataDefaults d',
  'AWS::EC2::ReservedInstances d',
  'AWS::EC2::SnapshotBlockPublicAccess d',
  'AWS::EC2::VPCBlockPublicAccessOptions d',
  'AWS::ElastiCache::ReservedCacheNode d',
  'AWS::IAM::AccountSummary c',
  'AWS::IAM::AccountSummary d',
  'AWS::Macie::ClassificationJob d',
  'AWS::MemoryDB::ReservedNode d',
  'AWS::OpenSearchService::ReservedInstance d',
  'AWS::Organizations::Root c',
  'AWS::Organizations::Root d',
  'AWS::RDS::ReservedDBInstance d',
  'AWS::Redshift::ReservedNode d',
  // The agent registers the instance.
  'AWS::SSM::ManagedInstance c',
];

test('every collected type has operations that create and delete it', (t) => {
  const targets = Object.values(operationTable).flatMap((rows) =>
    Object.values(rows).flatMap((row) => (row.split(' | ')[0] ?? '').split('; ')),
  );
  const found = new Set(
    targets.flatMap((target) => {
      const [type = '', effects = ''] = target.split(' ');
      return ['c', 'd'].filter((effect) => effects.includes(effect)).map((effect) => `${type} ${effect}`);
    }),
  );
  const missing = RESOURCE_TYPES.flatMap(({ resourceType }) =>
    ['c', 'd'].map((effect) => `${resourceType} ${effect}`).filter((one) => !found.has(one)),
  );
  t.deepEqual(missing, [...withoutOperation]);
});

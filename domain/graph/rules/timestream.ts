import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, encryptedBy } from './common-edges.ts';
import { edge } from './edge.ts';

const database = 'AWS::Timestream::Database';
const table = 'AWS::Timestream::Table';

export const timestreamRules: readonly EdgeRule[] = [
  ...encryptedBy(database, 'KmsKeyId'),
  edge(table, 'DatabaseName', 'name', 'contained_in', 'AWS::Timestream::Database', { example: 'meters' }),
  bucketName(
    table,
    'MagneticStoreWriteProperties.MagneticStoreRejectedDataLocation.S3Configuration.BucketName',
    'dead_letters_to',
  ),
  ...encryptedBy(
    table,
    'MagneticStoreWriteProperties.MagneticStoreRejectedDataLocation.S3Configuration.KmsKeyId',
  ),
];

import test from 'ava';
import { isObsoleteCell } from '../../../../domain/discovery/tasks/is-obsolete-cell.ts';

test('finds the cells of a global type in a region, and of a regional type in region global', (t) => {
  t.true(isObsoleteCell('eu-west-1', 'AWS::CloudWatch::Dashboard'));
  t.false(isObsoleteCell('global', 'AWS::CloudWatch::Dashboard'));
  t.true(isObsoleteCell('global', 'AWS::SQS::Queue'));
  t.false(isObsoleteCell('eu-west-1', 'AWS::SQS::Queue'));
});

test('keeps the cells of types with regional and global resources, and of types that tier A does not have', (t) => {
  t.false(isObsoleteCell('eu-west-1', 'AWS::WAFv2::WebACL'));
  t.false(isObsoleteCell('global', 'AWS::WAFv2::WebACL'));
  t.false(isObsoleteCell('eu-west-1', 'AWS::AppMesh::Mesh'));
});

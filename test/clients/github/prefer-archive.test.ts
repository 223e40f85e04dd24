import test from 'ava';
import { prefersArchive } from '../../../clients/github/prefer-archive.ts';

const megabyte = 1024 * 1024;

test('prefers an archive when it takes less time than queries of 100 blobs', (t) => {
  t.false(prefersArchive(100, megabyte));
  t.false(prefersArchive(200, megabyte));
  t.true(prefersArchive(201, megabyte));
  t.true(prefersArchive(500, 18 * megabyte));
  t.false(prefersArchive(500, 400 * megabyte));
  t.true(prefersArchive(5_000, 400 * megabyte));
  t.false(prefersArchive(100_000, 513 * megabyte));
});

test('uses an archive from 1,000 blobs on when the size of the tree is unknown', (t) => {
  t.false(prefersArchive(999, undefined));
  t.true(prefersArchive(1_000, undefined));
});

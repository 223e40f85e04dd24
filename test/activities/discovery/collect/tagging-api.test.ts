import test from 'ava';
import { TaggingApi } from '../../../../activities/discovery/collect/tagging-api.ts';
import { scripted } from '../support/scripted-aws.ts';

/** Reads the index of pages of 100 resources with 50 tags, as AWS limits them. */
function readIndex(pages: number, valueOf: (resource: number, tag: number) => string) {
  const { clients } = scripted((_, page) => ({
    ResourceTagMappingList: Array.from({ length: 100 }, (_item, index) => ({
      ResourceARN: `arn:aws:sqs:eu-west-1:123456789012:queue-${page}-${index}`,
      Tags: Array.from({ length: 50 }, (_tag, tag) => ({
        Key: `key-${tag}`,
        Value: valueOf(page * 100 + index, tag),
      })),
    })),
    PaginationToken: page < pages ? `page-${page}` : '',
  }));
  return new TaggingApi(clients, 'eu-west-1', ['sqs']).index();
}

test('reads the equal tags of many resources', async (t) => {
  const index = await readIndex(40, (_, tag) => `${tag}`.padEnd(256, 'x'));
  t.is(index.size, 4_000);
  t.like(index.get('arn:aws:sqs:eu-west-1:123456789012:queue-40-99'), { 'key-49': '49'.padEnd(256, 'x') });
});

test('rejects different tags that would fill the memory of a worker', async (t) => {
  const read = readIndex(40, (resource, tag) => `${resource} ${tag}`.padEnd(256, 'x'));
  await t.throwsAsync(read, { name: 'TagsTooLarge' });
});

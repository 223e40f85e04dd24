import test from 'ava';
import {
  findingOfError,
  findingOfMissingElement,
  isDeletedParent,
  isResourceNotFound,
  isStillListed,
  noParent,
} from '../../../../activities/discovery/collect/prove-absence.ts';
import type { ListedItem } from '../../../../activities/discovery/collect/prove-absence.ts';
import { awsError, denied } from '../support/scripted-aws.ts';

const notFound = awsError('NoSuchEntity', 404);
const others = [
  denied('sqs:GetQueueAttributes'),
  awsError('ThrottlingException', 400),
  awsError('ValidationException', 400),
  new Error('socket hang up'),
];
const batch = { size: 10, by: 'Arn', key: 'Arn' };
const join = { by: 'Arn', key: 'Arn' };

test('an item is deleted if its description does not exist, and unreadable after any other error', (t) => {
  t.is(findingOfError({}, notFound), 'deleted');
  for (const error of others) t.is(findingOfError({}, error), 'unreadable', error.name);
});

test('a missing tag or further detail makes the item unreadable, because the list has the item', (t) => {
  for (const error of [notFound, ...others])
    t.is(findingOfError({ into: 'Policy' }, error), 'unreadable', error.name);
});

test('an error code that the collector declares as absent means that the detail is not configured', (t) => {
  const absent = ['NoSuchEntity', 'AccessDeniedException'];
  t.is(findingOfError({ absent }, notFound), 'not_configured');
  t.is(findingOfError({ absent, into: 'Policy' }, denied('sqs:GetPolicy')), 'not_configured');
  t.is(findingOfError({ absent: ['Other'] }, notFound), 'deleted');
});

test('an item without an element in a batch is deleted, unless the batch reads a further detail', (t) => {
  t.is(findingOfMissingElement({ batch }), 'deleted');
  t.is(findingOfMissingElement({ batch, into: 'Attributes' }), 'not_configured');
});

test('an item without an element in a joined list is unreadable, because two lists can differ', (t) => {
  t.is(findingOfMissingElement({ join }), 'unreadable');
  t.is(findingOfMissingElement({ join, into: 'LastUsed' }), 'unreadable');
});

test('only one error code of Cloud Control means that a resource does not exist', (t) => {
  t.true(isResourceNotFound(awsError('ResourceNotFoundException', 400)));
  for (const error of [notFound, awsError('HandlerNotFoundException', 404), ...others])
    t.false(isResourceNotFound(error), error.name);
});

/** A parent, and the number of times that it was listed again. */
function parent(stillListed: boolean): ListedItem & { readonly lists: () => number } {
  let lists = 0;
  return {
    item: {},
    isListed() {
      lists += 1;
      return Promise.resolve(stillListed);
    },
    lists: () => lists,
  };
}

test('a parent is deleted if the list of its children does not find it and AWS no longer lists it', async (t) => {
  t.true(await isDeletedParent(parent(false), notFound));
  t.false(await isDeletedParent(parent(true), notFound));
  t.false(await isDeletedParent(noParent, notFound), 'an account is not deleted');
});

test('a parent is not listed again after an error that does not say that it is missing', async (t) => {
  for (const error of others) {
    const listed = parent(false);
    t.false(await isDeletedParent(listed, error), error.name);
    t.is(listed.lists(), 0);
  }
});

const { signal } = new AbortController();

/** Pages of identifiers; an error ends them. Records how many were read. */
function pagesOf(...pages: readonly (readonly string[] | Error)[]) {
  const read: (readonly string[])[] = [];
  async function* generate(): AsyncGenerator<readonly string[]> {
    for (const page of pages) {
      if (page instanceof Error) throw page;
      read.push(page);
      yield page;
      await Promise.resolve();
    }
  }
  return { pages: generate(), read };
}

test('an item is still listed if a page has it, and the pages after it are not read', async (t) => {
  const { pages, read } = pagesOf(['a'], ['b'], ['c']);
  t.true(await isStillListed('b', pages, parent(false), signal));
  t.deepEqual(read, [['a'], ['b']]);
});

test('an item is no longer listed if the list was read to its end without it', async (t) => {
  t.false(await isStillListed('c', pagesOf(['a'], ['b']).pages, parent(true), signal));
  t.false(await isStillListed('c', pagesOf().pages, parent(true), signal));
});

test('an item whose identifier the list does not return counts as listed', async (t) => {
  t.true(await isStillListed('', pagesOf([], ['a']).pages, parent(false), signal));
});

test('a list that cannot be read proves nothing, on any of its pages', async (t) => {
  for (const error of others) {
    t.true(await isStillListed('c', pagesOf(error).pages, parent(false), signal), error.name);
    t.true(await isStillListed('c', pagesOf(['a'], error).pages, parent(false), signal), error.name);
  }
});

test('an item is no longer listed if the parent of its list is no longer listed either', async (t) => {
  t.false(await isStillListed('c', pagesOf(notFound).pages, parent(false), signal));
  t.true(await isStillListed('c', pagesOf(notFound).pages, parent(true), signal));
  t.true(await isStillListed('c', pagesOf(notFound).pages, noParent, signal));
});

test('an aborted scan proves nothing', async (t) => {
  const aborter = new AbortController();
  aborter.abort(new Error('cancelled'));
  const listed = parent(false);
  const proof = isStillListed('c', pagesOf(notFound).pages, listed, aborter.signal);
  await t.throwsAsync(proof, { message: 'cancelled' });
  t.is(listed.lists(), 0);
});

import test from 'ava';

/**
 * Starts a fixture before the tests of the calling file and closes it after them. Call it at the top of a test file,
 * before the file's own `test.before` hooks: they then run with the fixture started.
 *
 * @returns an object that forwards every property to the fixture. Reading a property before the fixture has started
 *   (outside of a test, a hook, or a function they call) throws an Error.
 */
export function useFixture<T extends object>(
  start: () => Promise<T>,
  close: (fixture: T) => Promise<void>,
): T {
  let started: T | undefined;
  // Serial, because AVA runs later hooks only after the serial ones before them.
  test.serial.before('start the fixture', async () => {
    started = await start();
  });
  test.after.always('close the fixture', async () => {
    if (started !== undefined) await close(started);
  });
  const fixture = (): T => {
    if (started === undefined)
      throw new Error('The fixture has not started: use it inside a test or a hook.');
    return started;
  };
  return new Proxy({} as T, {
    get: (_target, key) => Reflect.get(fixture(), key) as unknown,
    has: (_target, key) => Reflect.has(fixture(), key),
    ownKeys: () => Reflect.ownKeys(fixture()),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(fixture(), key),
  });
}

import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ava from 'ava';
import type { ExecutionContext } from 'ava';
import { devConfiguration } from '../configuration.ts';
import { recordDuration } from './record-duration.ts';

type Kind = 'test' | 'before' | 'after' | 'beforeEach' | 'afterEach';

/** A test or a hook, as its file declares it. */
interface Declared {
  readonly kind: Kind;
  /** Such as `serial`, `skip` and `always`. */
  readonly modifiers: readonly string[];
  readonly title: string;
  readonly body: (t?: ExecutionContext) => unknown;
}

/** A test that waits for its turn in AVA. */
interface WaitingTest {
  readonly isSerial: boolean;
  /** Starts the test. Resolves when it and its teardowns have ended. */
  readonly run: () => Promise<void>;
  /** Fails the test without starting it. */
  readonly fail: (reason: unknown) => void;
}

interface FileTurn {
  readonly file: string;
  readonly tests: readonly WaitingTest[];
  readonly declared: readonly Declared[];
}

/**
 * Runs the tests of several files in this process, one file after the other, as if each had a process of its own: hooks
 * belong to their file, and the tests of a file start when those of the previous file and its `after` hooks have ended.
 * A process needs 2 to 5 s of processor time to load the API or a worker. The files import `ava` as usual.
 *
 * @param files - absolute paths. Hooks that run once for a file receive no `t`.
 */
export async function runInTurn(files: readonly string[]): Promise<void> {
  let declared: Declared[] = [];
  const collector = collectDeclarations([], (declaration) => declared.push(declaration));
  Object.assign(globalThis, { [collectorKey]: collector });
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'ava' && context.parentURL !== import.meta.url
        ? { url: collectorUrl, format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
  const turns: FileTurn[] = [];
  for (const file of files) {
    declared = [];
    await import(pathToFileURL(file).href);
    turns.push({ file, declared, tests: [] });
  }
  // AVA starts at the end of this synchronous step.
  const done = runTurns(turns.map((turn) => ({ ...turn, tests: declareTests(turn) })));
  ava.after.always('hooks of the files', () => done);
}

const collectorKey = 'cloud-inventory.collected-tests';
const collectorUrl = `data:text/javascript,export default globalThis[${JSON.stringify(collectorKey)}]`;

/** A function with the interface of AVA's `test`, which passes on each declaration. */
function collectDeclarations(modifiers: readonly string[], collect: (declared: Declared) => void): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => collectDeclarations([...modifiers, String(name)], collect),
    apply: (_target, _this, given: unknown[]) => {
      const title = typeof given[0] === 'string' ? given[0] : '';
      const [body, ...rest] = (title === '' ? given : given.slice(1)) as [Declared['body'], ...unknown[]];
      const kind = kinds.find((name) => modifiers.includes(name)) ?? 'test';
      collect({
        kind,
        modifiers,
        title,
        body: (t) => Reflect.apply(body, undefined, [t, ...rest]) as unknown,
      });
    },
  });
}

const kinds = ['before', 'after', 'beforeEach', 'afterEach'] as const satisfies readonly Kind[];

/** Runs the files in turn. @throws AggregateError of the `after` hooks that failed, when all files have ended */
async function runTurns(turns: readonly FileTurn[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { file, declared, tests } of turns) {
    const started = performance.now();
    const { user, system } = process.cpuUsage();
    const hooks = (kind: Kind) => declared.filter((hook) => hook.kind === kind);
    try {
      for (const { body } of hooks('before')) await body();
      for (const { run } of tests.filter(({ isSerial }) => isSerial)) await run();
      await Promise.all(tests.filter(({ isSerial }) => !isSerial).map(({ run }) => run()));
    } catch (error) {
      for (const { fail } of tests) fail(error);
    }
    for (const { body } of hooks('after'))
      await Promise.resolve(body()).catch((error: unknown) => failures.push(error));
    const used = process.cpuUsage({ user, system });
    recordDuration({
      file: pathToFileURL(file).href,
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: (used.user + used.system) / 1e6,
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
}

/** Declares the tests of a file in AVA, with the path of the file before their titles. */
function declareTests({ file, declared }: FileTurn): readonly WaitingTest[] {
  const name = path
    .relative(path.join(devConfiguration.projectFolder, 'test'), file)
    .replace(/\.test\.ts$/, '')
    .replaceAll(path.sep, ' › ');
  const each = (kind: Kind) => declared.filter((hook) => hook.kind === kind);
  return each('test').flatMap(({ modifiers, title, body }) => {
    if (modifiers.includes('skip')) {
      ava.skip(`${name} › ${title}`, () => undefined);
      return [];
    }
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    ava(`${name} › ${title}`, async (t) => {
      // AVA runs teardowns in reverse order: this one after those of the test.
      t.teardown(ended.resolve);
      await started.promise;
      for (const hook of each('afterEach')) t.teardown(() => hook.body(t) as Promise<void>);
      for (const hook of each('beforeEach')) await hook.body(t);
      await body(t);
    });
    return [
      {
        isSerial: modifiers.includes('serial'),
        run: () => {
          started.resolve();
          return ended.promise;
        },
        fail: started.reject,
      },
    ];
  });
}

import test from 'ava';
import { createLogger } from '../../runtime/logger.ts';
import { temporalLogger } from '../../worker/install-runtime.ts';

function lines(level: string): { log: ReturnType<typeof temporalLogger>; written: Record<string, unknown>[] } {
  const written: Record<string, unknown>[] = [];
  const write = (line: string) => void written.push(JSON.parse(line) as Record<string, unknown>);
  return { log: temporalLogger(createLogger('worker', level, { write })), written };
}

test('writes the log lines of the Temporal SDK as JSON, with the stack of an error', (t) => {
  const { log, written } = lines('info');
  log.warn('Activity failed', { activityType: 'scanTask', error: new TypeError('no region') });
  t.like(written[0], { level: 'warn', name: 'worker', msg: 'Activity failed', activityType: 'scanTask' });
  t.like(written[0]?.['err'], { type: 'TypeError', message: 'no region' });
});

test('drops the log lines of the Temporal SDK below the level of the worker', (t) => {
  const { log, written } = lines('warn');
  log.info('Worker state changed');
  log.error('Worker failed');
  t.deepEqual(
    written.map(({ level, msg }) => [level, msg]),
    [['error', 'Worker failed']],
  );
});

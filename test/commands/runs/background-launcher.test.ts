import test from 'ava';
import { createBackgroundLauncher } from '../../../commands/runs/background-launcher.ts';
import type { Launcher } from '../../../commands/runs/launch-run.ts';
import { gate } from '../../support/gate.ts';

test('organizations take turns, so that a flood of one does not delay another', async (t) => {
  const started: string[] = [];
  const held = gate();
  const temporal = {
    async startRunWorkflow({ organizationId }: { readonly organizationId: string }) {
      await held.opened;
      started.push(organizationId);
    },
  };
  const work: Promise<void>[] = [];
  const background = { run: (_name: string, start: () => Promise<void>) => void work.push(start()) };
  const launcher = createBackgroundLauncher(
    { temporal, logger: {} } as unknown as Launcher,
    background as unknown as Parameters<typeof createBackgroundLauncher>[1],
    () => false,
  );
  const launch = (organizationId: string) =>
    launcher.temporal.startRunWorkflow({
      kind: 'handle_delivery',
      organizationId,
      runId: 'run',
      subjectId: 'delivery',
    });
  for (let index = 0; index < 1000; index += 1) await launch('flood');
  await launch('other');
  held.open();
  await Promise.all(work);
  t.is(started.length, 1001);
  t.true(started.indexOf('other') < 50, `position ${started.indexOf('other')}`);
});

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { packTree } from '../../../activities/scm/detect/pack-tree.ts';
import { maximumTreeEntries } from '../../../domain/scm/detection/paths/select-blobs.ts';
import type { TreeEntry } from '../../../domain/scm/detection/paths/tree-entry.ts';
import type { Figure } from '../bench.ts';

const maximumMilliseconds = 50;
const repeats = 5;

/** The longest time for which a scan of the largest tree blocks the event loop before the threads take over. */
export async function measurePacking(): Promise<Record<string, Figure>> {
  const tree = Array.from({ length: maximumTreeEntries }, (_, index): TreeEntry => ({
    path: `services/s${index % 1_000}/environments/production/file-${index}.tf`,
    mode: '100644',
    type: 'blob',
    size: index,
    sha: String(index).padStart(40, '0'),
  }));
  const delays: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    structuredClone({ tree: await packTree(tree) });
    await pause(5);
    delay.disable();
    delays.push(delay.max / 1e6);
  }
  const value = Math.min(...delays);
  return {
    event_loop_delay: {
      value,
      unit: 'ms',
      target: `<= ${maximumMilliseconds}`,
      ok: value <= maximumMilliseconds,
    },
  };
}

import { runChaos } from '../faults/chaos/run-chaos.ts';
import type { Bench, Figure } from './bench.ts';

const seconds = Number(process.env['CHAOS_SECONDS'] ?? 600);
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

const none = (value: number, unit: string): Figure => ({ value, unit, target: '0', ok: value === 0 });
const some = (value: number, unit: string): Figure => ({ value, unit, ok: value > 0 });

/**
 * Kills two workers and two APIs at random under load, loses their connections to Postgres, and syncs with a GitLab whose
 * answers are hostile. `CHAOS_SEED` repeats the actions
 * and kills of a run.
 */
export const chaos: Bench = {
  name: 'chaos',
  summary: `random kills, lost connections and a hostile GitLab of two workers and two APIs under load for ${seconds} s, then every invariant in SQL`,
  async run({ databaseUrl, temporalAddress, environment, say }) {
    const report = await runChaos({
      databaseUrl,
      temporalAddress,
      environment,
      seconds,
      seed,
      losesConnections: true,
      hasHostileProvider: true,
      say,
    });
    // Statements on a connection that died are answered with 503 after their time limit.
    const failed = report.failed.filter((failure) => !failure.startsWith('503 '));
    for (const violation of report.violations) say(`violated: ${violation}`);
    for (const failure of new Set(failed)) say(`response ${failure}`);
    return {
      seed: { value: seed, unit: '', ok: true },
      kills: some(report.kills, 'kills'),
      scans: some(report.scans, 'scans'),
      requests: some(report.requests, 'requests'),
      unreachable: { value: report.unreachable, unit: 'requests', ok: true },
      losses: some(report.losses, 'losses of all connections'),
      hostile_answers: some(report.hostileAnswers, 'answers of a hostile GitLab'),
      unavailable: { value: report.failed.length - failed.length, unit: 'responses 503', ok: true },
      server_errors: none(failed.length, 'responses other than 503'),
      crashes: none(report.crashes, 'exits without a kill'),
      violations: none(report.violations.length, 'invariants'),
    };
  },
};

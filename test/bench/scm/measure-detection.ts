import { allFixtures, scoreDetection } from '../../support/scm/score-detection.ts';
import type { Figure } from '../bench.ts';

/** Precision and recall of detection over all fixture trees. */
export async function measureDetection(): Promise<Record<string, Figure>> {
  const { precision, recall, expected } = await scoreDetection(allFixtures());
  return {
    detection_projects: { value: expected, unit: 'projects', ok: true },
    detection_precision: { value: precision, unit: '', target: '1', ok: precision === 1 },
    detection_recall: { value: recall, unit: '', target: '1', ok: recall === 1 },
  };
}

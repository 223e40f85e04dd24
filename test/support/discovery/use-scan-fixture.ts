import { useFixture } from '../use-fixture.ts';
import { startScanFixture } from './scan-fixture.ts';
import type { ScanFixture, ScanFixtureOptions } from './scan-fixture.ts';

/** A {@link ScanFixture} for the calling test file, closed after its tests. See {@link useFixture}. */
export function useScanFixture(options: ScanFixtureOptions = {}): ScanFixture {
  return useFixture(
    () => startScanFixture(options),
    (fixture) => fixture.close(),
  );
}

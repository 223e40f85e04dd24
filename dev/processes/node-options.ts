/**
 * Options of Node for a process of the product. A scan allocates much short-lived memory: with V8's default, at most
 * 16 MB per semi-space, the worker spends a tenth of its processor time on collecting it. `package.json` and
 * `docker-compose.yml` have the same options; a test compares them.
 */
export function nodeOptionsOf(script: string): readonly string[] {
  return script === 'worker/main.ts' ? ['--max-semi-space-size=64'] : [];
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { devConfiguration } from '../../dev/configuration.ts';
import { dynamicConfigArguments } from '../../dev/stack/temporal-dynamic-config.ts';

const file = (name: string) => path.join(devConfiguration.projectFolder, name);

test('configures Temporal in docker-compose.yml with the dynamic configuration of the local stack', (t) => {
  const { services } = parse(readFileSync(file('docker-compose.yml'), 'utf8')) as {
    services: { temporal: { environment: Record<string, string>; volumes?: readonly string[] } };
  };
  const { environment, volumes = [] } = services.temporal;
  const mounted = environment['DYNAMIC_CONFIG_FILE_PATH'] ?? '';
  const [source = ''] = volumes
    .map((volume) => volume.split(':'))
    .filter(([, target]) => target === mounted)
    .map(([host]) => host);
  const settings = parse(readFileSync(file(source), 'utf8')) as Record<string, { value: unknown }[]>;
  t.deepEqual(
    Object.entries(settings).map(
      ([key, [setting]]) => `--dynamic-config-value=${key}=${String(setting?.value)}`,
    ),
    dynamicConfigArguments(),
  );
});

test('enables fairness between organizations', (t) => {
  t.true(dynamicConfigArguments().includes('--dynamic-config-value=matching.enableFairness=true'));
  t.true(dynamicConfigArguments().includes('--dynamic-config-value=matching.useNewMatcher=true'));
});

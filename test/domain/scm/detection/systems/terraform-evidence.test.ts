import test from 'ava';
import {
  rootScore,
  scoreOf,
  terraformEvidence,
} from '../../../../../domain/scm/detection/systems/terraform-evidence.ts';
import type { FolderFacts } from '../../../../../domain/scm/detection/systems/terraform-evidence.ts';

const nothing: FolderFacts = {
  folder: 'a',
  backends: [],
  providers: [],
  configuredProviders: [],
  imports: [],
  lockFiles: [],
  variableFiles: [],
  ciFiles: [],
  deployments: [],
  isEnvironment: false,
  hasResources: false,
  variablesWithoutDefault: 0,
  isInModulesFolder: false,
};

const rules: readonly (readonly [string, Partial<FolderFacts>, number])[] = [
  ['backend', { backends: [{ path: 'a/b.tf', type: 's3' }] }, 5],
  ['ci_configuration', { ciFiles: ['atlantis.yaml'] }, 4],
  ['lock_file', { lockFiles: ['a/.terraform.lock.hcl'] }, 3],
  ['import_block', { imports: ['a/imports.tf'] }, 3],
  ['deployment', { deployments: ['a/x.tfdeploy.hcl'] }, 5],
  ['provider', { providers: ['a/p.tf'] }, 2],
  ['variable_files', { variableFiles: ['a/terraform.tfvars'] }, 2],
  ['environment_folder', { isEnvironment: true }, 2],
  ['complete_variables', { hasResources: true }, 1],
  ['missing_variables', { variablesWithoutDefault: 2 }, -1],
  ['modules_folder', { isInModulesFolder: true }, -3],
];

for (const [kind, facts, weight] of rules) {
  test(`${kind} weighs ${weight}`, (t) => {
    const evidence = terraformEvidence({ ...nothing, ...facts });
    t.deepEqual(
      evidence.map((item) => [item.kind, item.weight]),
      [[kind, weight]],
    );
    t.truthy(evidence[0]?.detail);
  });
}

test('a configured provider outweighs missing values, an empty one does not', (t) => {
  const open = { ...nothing, providers: ['a/p.tf'], hasResources: true, variablesWithoutDefault: 1 };
  t.true(scoreOf(terraformEvidence({ ...open, configuredProviders: ['a/p.tf'] })) >= rootScore);
  t.false(scoreOf(terraformEvidence(open)) >= rootScore);
  const inModules = { ...open, configuredProviders: ['a/p.tf'], isInModulesFolder: true };
  t.false(scoreOf(terraformEvidence(inModules)) >= rootScore);
});

test('a folder without facts has no evidence', (t) => {
  t.deepEqual(terraformEvidence(nothing), []);
});

test('variable files supply variables without default', (t) => {
  const evidence = terraformEvidence({
    ...nothing,
    variablesWithoutDefault: 1,
    variableFiles: ['a/x.tfvars'],
  });
  t.deepEqual(
    evidence.map(({ kind }) => kind),
    ['variable_files'],
  );
});

test('a backend makes a root module even below a folder of modules; a provider block does not', (t) => {
  const inModules = { ...nothing, isInModulesFolder: true, hasResources: true };
  const withBackend = terraformEvidence({ ...inModules, backends: [{ path: 'a/b.tf', type: 's3' }] });
  t.true(scoreOf(withBackend) >= rootScore);
  t.false(scoreOf(terraformEvidence({ ...inModules, providers: ['a/p.tf'] })) >= rootScore);
});

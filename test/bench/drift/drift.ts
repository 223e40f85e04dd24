import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { comparedResourceTypes } from '../../../domain/drift/comparable-attributes.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { collect } from '../../activities/discovery/support/collect.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import type { Bench } from '../bench.ts';
import { applyEstate } from './estate.ts';
import { changeState } from './change-state.ts';
import type { StateChange } from './change-state.ts';
import { compareEstate } from './compare-estate.ts';

const rounds = 64;

/**
 * Accuracy of drift on the test estate, applied by Terraform: false differences directly after the apply, and the found share of
 * attributes that are changed in the state, one attribute of each resource a round. `--types a,b` narrows it.
 */
export const drift: Bench = {
  name: 'drift',
  summary: 'false and found differences of an estate of 150 types that Terraform applied',
  async run({ awsEndpointUrl, say }) {
    const wanted = typesOfArguments();
    const { awsAccountNumber, product } = await emulatedAccount();
    const state = await applyEstate(awsEndpointUrl, awsAccountNumber);
    say('the estate is applied');
    const resources: ObservedResource[] = [];
    for (const { service, scope, types } of SERVICES)
      for (const region of ['eu-west-1', 'global']) {
        const resourceTypes = types
          .filter((type) => ((type.scope ?? scope) === 'global') === (region === 'global'))
          .map(({ resourceType }) => resourceType)
          .filter((type) => comparedResourceTypes.includes(type));
        if (resourceTypes.length > 0)
          resources.push(
            ...(await collect({ service, resourceTypes, region, awsAccountNumber, clients: product }))
              .resources,
          );
      }
    say(`${resources.length} resources are collected`);
    const table = new Map<string, { tried: number; found: number; wrong: number }>();
    const rowOf = (type: string) => {
      const row = table.get(type) ?? { tried: 0, found: 0, wrong: 0 };
      table.set(type, row);
      return row;
    };
    const compare = (text: string) =>
      compareEstate(text, awsAccountNumber, resources).filter(
        ({ terraformType }) => wanted?.includes(terraformType) ?? true,
      );
    const applied = compare(state);
    for (const { terraformType, different, address } of applied) {
      rowOf(terraformType).wrong += different.length;
      if (different.length > 0) say(`false: ${address} ${different.join(' ')}`);
    }
    for (let round = 0; round < rounds; round += 1) {
      const changes = new Map<string, StateChange & { readonly key: string }>();
      for (const { address, terraformType, compared } of applied) {
        const key = compared[round];
        if (key === undefined) continue;
        const attribute = key.startsWith('tags.') ? key : key.slice(terraformType.length + 1);
        changes.set(address, { address, attribute, key });
      }
      if (changes.size === 0) break;
      const identities = new Map(applied.map((entry) => [entry.address, entry]));
      for (const { address, terraformType, different } of compare(
        changeState(state, [...changes.values()]),
      )) {
        const change = changes.get(address);
        const known = identities.get(address)?.different ?? [];
        const row = rowOf(terraformType);
        row.wrong += different.filter((key) => key !== change?.key && !known.includes(key)).length;
        if (change === undefined) continue;
        row.tried += 1;
        if (different.includes(change.key)) row.found += 1;
        else say(`not found: ${address} ${change.key}`);
      }
    }
    say('type | attributes tried | how | found | false');
    for (const [type, { tried, found, wrong }] of [...table].sort(([one], [other]) =>
      one.localeCompare(other),
    ))
      say(`${type} | ${tried} | state | ${found} | ${wrong}`);
    const sum = (of: 'tried' | 'found' | 'wrong') =>
      [...table.values()].reduce((total, row) => total + row[of], 0);
    return {
      types: {
        value: table.size,
        unit: 'types',
        target: '>= 150',
        ok: wanted !== undefined || table.size >= 150,
      },
      tried: {
        value: sum('tried'),
        unit: 'attributes',
        target: '>= 1000',
        ok: wanted !== undefined || sum('tried') >= 1000,
      },
      found: {
        value: sum('found') / sum('tried'),
        unit: 'of tried',
        target: '1',
        ok: sum('found') === sum('tried'),
      },
      false: { value: sum('wrong'), unit: 'differences', target: '0', ok: sum('wrong') === 0 },
    };
  },
};

function typesOfArguments(): readonly string[] | undefined {
  const at = process.argv.indexOf('--types');
  return at < 0 ? undefined : (process.argv[at + 1] ?? '').split(',');
}

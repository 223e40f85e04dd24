import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { comparedResourceTypes } from '../../../domain/drift/comparable-attributes.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { collect } from '../../activities/discovery/support/collect.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import type { TestAwsAccount } from '../../support/discovery/emulated-account.ts';
import type { Bench } from '../bench.ts';
import { changingCalls } from './calls.ts';
import { changeState, readAttributes } from './change-state.ts';
import type { StateChange } from './change-state.ts';
import { compareEstate } from './compare-estate.ts';
import type { ComparedEntry } from './compare-estate.ts';
import { openEstate } from './estate.ts';

const rounds = 64;

/** The figures of a Terraform type. */
interface Row {
  /** Attributes that a call of AWS changed, and that the emulator returned changed. */
  calls: number;
  /** Attributes that were changed in the state. */
  states: number;
  found: number;
  /** Differences that no change made, or that stayed after the next apply. */
  wrong: number;
}

/** A state, and what AWS returns. */
interface Reality {
  readonly state: string;
  readonly resources: readonly ObservedResource[];
}

/**
 * Accuracy of drift on the test estate, applied by Terraform: false differences directly after an apply, and the found share of
 * attributes that are changed, one attribute of each resource a round. A change is a call of AWS where the emulator obeys, and the
 * next apply ends its difference; other attributes are changed in the state. `--types a,b` narrows it.
 */
export const drift: Bench = {
  name: 'drift',
  summary: 'false and found differences of an estate of 150 types that Terraform applied',
  async run({ awsEndpointUrl, say }) {
    const wanted = typesOfArguments();
    const account = await emulatedAccount();
    const estate = await openEstate(awsEndpointUrl, account.awsAccountNumber);
    const table = new Map<string, Row>();
    const rowOf = (type: string) => {
      const row = table.get(type) ?? { calls: 0, states: 0, found: 0, wrong: 0 };
      table.set(type, row);
      return row;
    };
    const compare = (text: string, resources: readonly ObservedResource[]) =>
      compareEstate(text, account.awsAccountNumber, resources).filter(
        ({ terraformType }) => wanted?.includes(terraformType) ?? true,
      );
    try {
      const started = Date.now();
      const minutes = () => `${((Date.now() - started) / 60_000).toFixed(1)} min`;
      const state = await estate.apply();
      const resources = await collectResources(account);
      say(`${minutes()}: the estate is applied, ${resources.length} resources are collected`);
      const applied = compare(state, resources);
      for (const { terraformType, different, address } of applied) {
        rowOf(terraformType).wrong += different.length;
        if (different.length > 0) say(`false: ${address} ${different.join(' ')}`);
      }
      const called = new Set<string>();
      let current: Reality = { state, resources };
      for (let round = 0; ; round += 1) {
        const known = called.size;
        const next = await changeByCalls(current, round);
        if (next === undefined) break;
        current = next;
        say(`${minutes()}: round ${round + 1} with calls, ${called.size - known} attributes changed`);
      }

      /** Changes one attribute of each resource, and applies the code. Returns undefined when no call is left. */
      async function changeByCalls(reality: Reality, at: number): Promise<Reality | undefined> {
        const earlier = compare(reality.state, reality.resources);
        const beforeOf = new Map(earlier.map((entry) => [entry.address, entry]));
        const attributes = readAttributes(reality.state);
        const changes = new Map<string, string>();
        for (const { address, terraformType } of earlier) {
          const given = changingCalls[terraformType]?.[at];
          if (given === undefined) continue;
          const { client, operation, input, attribute } = given;
          const of = (name: string) => attributes.get(address)?.(name) ?? '';
          const key = attribute.startsWith('tags.') ? attribute : `${terraformType}.${attribute}`;
          const done = await account.call(client, operation, input(of)).then(
            () => true,
            () => false,
          );
          if (done) changes.set(address, key);
        }
        if (changes.size === 0) return undefined;
        const types = new Set(earlier.filter(({ address }) => changes.has(address)).map(typeOf));
        const collectAgain = async () => [
          ...reality.resources.filter(({ resourceType }) => !types.has(resourceType)),
          ...(await collectResources(account, types)),
        ];
        const toApply = new Set<string>();
        for (const entry of compare(reality.state, await collectAgain())) {
          const { address, terraformType, different } = entry;
          const key = changes.get(address);
          const before = beforeOf.get(address);
          const row = rowOf(terraformType);
          for (const one of different) {
            if (before === undefined || before.different.includes(one)) continue;
            // Some calls, and some faults of the emulator, change other attributes, too.
            if (isChanged(before, entry, one)) toApply.add(address);
            else {
              row.wrong += 1;
              say(`false after a call: ${address} ${one}`);
            }
          }
          if (key === undefined || before === undefined || !isChanged(before, entry, key)) continue;
          row.calls += 1;
          called.add(`${address} ${key}`);
          toApply.add(address);
          if (different.includes(key)) row.found += 1;
          else say(`not found after a call: ${address} ${key}`);
        }
        const again = await estate.applyAgain([...toApply]);
        for (const address of again.failed) say(`the emulator cannot apply ${address} again`);
        const next: Reality = { state: again.state, resources: await collectAgain() };
        for (const { address, terraformType, different } of compare(next.state, next.resources))
          for (const key of different) {
            if (again.failed.has(address) || beforeOf.get(address)?.different.includes(key) === true)
              continue;
            rowOf(terraformType).wrong += 1;
            say(`not gone after the next apply: ${address} ${key}`);
          }
        return next;
      }

      for (let round = 0; round < rounds; round += 1) {
        const changes = new Map<string, StateChange & { readonly key: string }>();
        for (const { address, terraformType, compared } of applied) {
          const key = compared.filter((one) => !called.has(`${address} ${one}`))[round];
          if (key === undefined) continue;
          const attribute = key.startsWith('tags.') ? key : key.slice(terraformType.length + 1);
          changes.set(address, { address, attribute, key });
        }
        if (changes.size === 0) break;
        const compared = compare(changeState(state, [...changes.values()]), resources);
        for (const { address, terraformType, different } of compared) {
          const change = changes.get(address);
          const before = applied.find((one) => one.address === address)?.different ?? [];
          const row = rowOf(terraformType);
          row.wrong += different.filter((key) => key !== change?.key && !before.includes(key)).length;
          if (change === undefined) continue;
          row.states += 1;
          if (different.includes(change.key)) row.found += 1;
          else say(`not found: ${address} ${change.key}`);
        }
      }
      say(`${minutes()}: done`);
    } finally {
      await estate.close();
    }
    say('type | attributes tried | by calls | in the state | found | false');
    const byName = [...table].sort(([one], [other]) => one.localeCompare(other));
    for (const [type, { calls, states, found, wrong }] of byName)
      say(`${type} | ${calls + states} | ${calls} | ${states} | ${found} | ${wrong}`);
    const sum = (of: keyof Row) => [...table.values()].reduce((total, row) => total + row[of], 0);
    const tried = sum('calls') + sum('states');
    const isWhole = wanted === undefined;
    return {
      types: { value: table.size, unit: 'types', target: '>= 150', ok: !isWhole || table.size >= 150 },
      tried: { value: tried, unit: 'attributes', target: '>= 1000', ok: !isWhole || tried >= 1000 },
      'tried by calls': { value: sum('calls'), unit: 'attributes', ok: true },
      found: { value: sum('found') / tried, unit: 'of tried', target: '1', ok: sum('found') === tried },
      false: { value: sum('wrong'), unit: 'differences', target: '0', ok: sum('wrong') === 0 },
    };
  },
};

function typeOf({ resource }: ComparedEntry): string {
  return resource.resourceType;
}

/** Whether AWS returns another value of the attribute: the emulator accepts some calls and changes nothing. */
function isChanged(before: ComparedEntry, after: ComparedEntry, key: string): boolean {
  return JSON.stringify(before.accepted[key]) !== JSON.stringify(after.accepted[key]);
}

/** Collects the resources of the compared types, or of some of them. */
async function collectResources(
  { awsAccountNumber, product }: TestAwsAccount,
  only: ReadonlySet<string> = new Set(comparedResourceTypes),
): Promise<readonly ObservedResource[]> {
  const resources: ObservedResource[] = [];
  for (const { service, scope, types } of SERVICES)
    for (const region of ['eu-west-1', 'global']) {
      const resourceTypes = types
        .filter((type) => ((type.scope ?? scope) === 'global') === (region === 'global'))
        .map(({ resourceType }) => resourceType)
        .filter((type) => only.has(type));
      if (resourceTypes.length === 0) continue;
      const found = await collect({ service, resourceTypes, region, awsAccountNumber, clients: product });
      resources.push(...found.resources);
    }
  return resources;
}

function typesOfArguments(): readonly string[] | undefined {
  const at = process.argv.indexOf('--types');
  return at < 0 ? undefined : (process.argv[at + 1] ?? '').split(',');
}

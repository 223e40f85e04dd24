/**
 * Managed runtimes of Lambda with the date of their deprecation, from which AWS provides no security patches. Runtimes without a
 * date, and those that only container images have, are absent. Source, read in 2026: Lambda developer guide, "Lambda runtimes",
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html
 */
export const lambdaRuntimes: Readonly<Record<string, string>> = {
  nodejs: '2016-08-30',
  'dotnetcore2.0': '2019-05-30',
  'dotnetcore1.0': '2019-06-27',
  'nodejs6.10': '2019-08-12',
  'nodejs4.3': '2020-03-05',
  'nodejs4.3-edge': '2020-03-05',
  'nodejs8.10': '2020-03-06',
  'python2.7': '2021-07-15',
  'nodejs10.x': '2021-07-30',
  'ruby2.5': '2021-07-30',
  'dotnetcore2.1': '2022-01-05',
  'python3.6': '2022-07-18',
  'nodejs12.x': '2023-03-31',
  'dotnetcore3.1': '2023-04-03',
  'nodejs14.x': '2023-12-04',
  'python3.7': '2023-12-04',
  'ruby2.7': '2023-12-07',
  'go1.x': '2024-01-08',
  java8: '2024-01-08',
  provided: '2024-01-08',
  'nodejs16.x': '2024-06-12',
  'python3.8': '2024-10-14',
  dotnet6: '2024-12-20',
  'nodejs18.x': '2025-09-01',
  'python3.9': '2025-12-15',
  'ruby3.2': '2026-03-31',
  'nodejs20.x': '2026-04-30',
  'provided.al2': '2026-07-31',
  'python3.10': '2026-10-31',
  dotnet8: '2026-11-10',
  'ruby3.3': '2027-03-31',
  'nodejs22.x': '2027-04-30',
  java11: '2027-06-30',
  java17: '2027-06-30',
  'java8.al2': '2027-06-30',
  'python3.11': '2027-06-30',
  'ruby3.4': '2028-03-31',
  'nodejs24.x': '2028-04-30',
  'python3.12': '2028-10-31',
  dotnet10: '2028-11-14',
  'ruby4.0': '2029-03-31',
  'java11.al2023': '2029-06-30',
  'java17.al2023': '2029-06-30',
  java21: '2029-06-30',
  java25: '2029-06-30',
  'java8.al2023': '2029-06-30',
  'provided.al2023': '2029-06-30',
  'python3.13': '2029-06-30',
  'python3.14': '2029-06-30',
};

/** Returns the runtimes that are deprecated at a time, the last one first. */
export function endedLambdaRuntimes(now: Date): readonly string[] {
  const day = now.toISOString().slice(0, 10);
  return Object.entries(lambdaRuntimes)
    .filter(([, deprecatedAt]) => deprecatedAt <= day)
    .map(([runtime]) => runtime)
    .toReversed();
}

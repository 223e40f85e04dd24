import { monorepo, withLargeFile } from './generated-fixtures.ts';
import { detectInFixture, readRepositoryFixtures } from './repository-fixture.ts';
import type { RepositoryFixture } from './repository-fixture.ts';

export interface DetectionScore {
  readonly fixtures: number;
  /** Projects of all fixtures. */
  readonly expected: number;
  /** Correct projects per detected project. */
  readonly precision: number;
  /** Correct projects per expected project. */
  readonly recall: number;
}

/** Returns the fixture trees of detection, with the generated ones. */
export function allFixtures(): readonly RepositoryFixture[] {
  return [...readRepositoryFixtures(), monorepo(), withLargeFile()];
}

/** A project is correct if path, system and kind are the expected ones. */
export const identityOf = ({ path, system, kind }: { path: string; system: string; kind: string }) =>
  `${system} ${kind} ${path}`;

/** Detects the projects of fixtures and compares them with the expected ones. */
export async function scoreDetection(fixtures: readonly RepositoryFixture[]): Promise<DetectionScore> {
  let [found, expected, correct] = [0, 0, 0];
  for (const fixture of fixtures) {
    const { projects } = await detectInFixture(fixture);
    const wanted = new Set(fixture.expected.projects.map(identityOf));
    found += projects.length;
    expected += wanted.size;
    correct += projects.filter((project) => wanted.has(identityOf(project))).length;
  }
  return { fixtures: fixtures.length, expected, precision: correct / found, recall: correct / expected };
}

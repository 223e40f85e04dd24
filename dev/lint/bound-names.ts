import { readFileSync } from 'node:fs';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { sourceFiles } from './source-files.ts';

const rules = [
  {
    pattern:
      /\b(?:const|let|readonly) (?<name>(?:most(?!Common)|largest|max)[A-Z]\w*|longest(?:Wait|Delay|Pause)\w*)/g,
    problem: 'starts with another word than "maximum"',
  },
  {
    pattern: /(?<name>24 \* (?:60|3_?600)\b|\b86_?400(?:_?000)?\b)/g,
    problem: 'spells a day. Use the units of domain/time.ts',
  },
];

/** The units of time, and the patterns of this file. */
const defining = new Set(['domain/time.ts', 'dev/lint/bound-names.ts']);

/** Returns a sentence for each bound that has another word than `maximum`, and for each day that is spelled out. */
export function boundProblems(): readonly string[] {
  return sourceFiles()
    .filter((file) => !defining.has(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(devConfiguration.projectFolder, file), 'utf8');
      return rules.flatMap(({ pattern, problem }) =>
        [...text.matchAll(pattern)].map(({ groups = {} }) => `${file}: ${groups['name'] ?? ''} ${problem}`),
      );
    });
}

import '../../runtime/check-node.mjs';
import { boundProblems } from './bound-names.ts';
import { repeatedNames } from './exported-names.ts';

/** The part of `npm run lint` that no rule of the linter covers. */
const problems = [...repeatedNames(), ...boundProblems()];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

import type { SampleQuestion } from './sample-question.ts';
import { ciQuestions } from './questions-ci.ts';
import { changeQuestions } from './questions-changes.ts';
import { codeQuestions } from './questions-code.ts';
import { countQuestions } from './questions-count.ts';
import { groupQuestions } from './questions-group.ts';
import { listQuestions } from './questions-list.ts';
import { ownershipQuestions } from './questions-ownership.ts';
import { resourceQuestions } from './questions-resource.ts';
import { trustQuestions } from './questions-trust.ts';

/**
 * Questions about the sample organization of the demo (`dev/sample-organization`) after `npm run demo`, with their answers
 * as SQL. The bench of the assistant asks them.
 */
export const sampleQuestions: readonly SampleQuestion[] = [
  ...countQuestions,
  ...groupQuestions,
  ...listQuestions,
  ...resourceQuestions,
  ...ownershipQuestions,
  ...codeQuestions,
  ...changeQuestions,
  ...ciQuestions,
  ...trustQuestions,
];

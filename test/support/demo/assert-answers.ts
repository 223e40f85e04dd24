import type { ExecutionContext } from 'ava';

/**
 * Asserts the answers of the assistant and their citations. The queues of one account are fewer than `queues`, the number of
 * all.
 */
export function assertAnswers(t: ExecutionContext, lines: readonly string[], queues: number): void {
  const [count = [], owner = [], plan = []] = [
    'How many queues are in account shop-production?',
    'Who owns queue orders-production in eu-west-1?',
    'What will the last plan delete?',
  ].map((question) => answerTo(lines, question));
  const [, number] =
    /^There are (\d+) SQS queues in the account shop-production \[1\]\.$/.exec(count[0] ?? '') ?? [];
  t.true(Number(number) > 0 && Number(number) < queues, count.join('\n'));
  t.true(
    count.some((line) => /^ {2}\[1\] account shop-production /.test(line)),
    count.join('\n'),
  );
  t.true(
    owner.some((line) => /Shop \[\d\]/.test(line)),
    owner.join('\n'),
  );
  t.true(
    owner.some((line) => /^ {2}\[\d\] resource orders-production /.test(line)),
    owner.join('\n'),
  );
  t.true(
    plan.some((line) => /^- aws_sqs_queue\.archive \[\d\]: delete$/.test(line)),
    plan.join('\n'),
  );
  t.true(
    plan.some((line) => /^ {2}\[\d\] plan /.test(line)),
    plan.join('\n'),
  );
  for (const answer of [count, owner, plan])
    t.true(
      answer.some((line) => /^Data as of \d{4}-/.test(line)),
      answer.join('\n'),
    );
}

/** Returns the answer and its citations. */
function answerTo(lines: readonly string[], question: string): readonly string[] {
  const start = lines.indexOf(`Question: ${question}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && /^(Question:|API) /.test(line));
  return lines.slice(start, end);
}

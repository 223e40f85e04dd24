import type { ExecutionContext } from 'ava';

/**
 * Asserts the answers of the assistant and their citations. The queues of one account are fewer than `queues`, the number of
 * all.
 */
export function assertAnswers(t: ExecutionContext, lines: readonly string[], queues: number): void {
  const [count, staging, owner, breaks, databases, runtimes, application, changes, plan, freshness] = [
    'how many queues do we have in shop-production?',
    'and in shop-staging?',
    'who do i ask about the queue orders-production in eu-west-1?',
    'and what breaks without it?',
    'which databases are not encrypted?',
    'which lambdas run on nodejs22?',
    'which app has the most resources?',
    'who changed queue orders-production in eu-west-1?',
    'What will the last plan delete?',
    'how fresh is the data?',
  ].map((question) => answerTo(lines, question)) as unknown as Answers;
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
  const stated: readonly (readonly [answer: readonly string[], text: RegExp])[] = [
    [staging, /^There are \d+ SQS queues in the account shop-staging \[1\]\.$/],
    [breaks, /^- ship-orders-production \[\d+\]: Lambda function/],
    [databases, /^- orders \[\d+\]: RDS instance/],
    [runtimes, /^\d+ Lambda functions with the runtime nodejs22:$/],
    [application, /^The application with the most resources is [a-z-]+ \[\d+\], with \d+\.$/],
    [changes, /^By .*root/],
    [freshness, /^- shop-production \[\d+\]: \d{4}-/],
  ];
  for (const [answer, text] of stated)
    t.true(
      answer.some((line) => text.test(line)),
      answer.join('\n'),
    );
  for (const answer of [
    count,
    staging,
    owner,
    breaks,
    databases,
    runtimes,
    application,
    changes,
    plan,
    freshness,
  ])
    t.true(
      answer.some((line) => /^Data as of \d{4}-/.test(line)),
      answer.join('\n'),
    );
}

type Answer = readonly string[];
type Answers = readonly [Answer, Answer, Answer, Answer, Answer, Answer, Answer, Answer, Answer, Answer];

/** Returns the answer and its citations. */
function answerTo(lines: readonly string[], question: string): readonly string[] {
  const start = lines.indexOf(`Question: ${question}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && /^(Question:|API) /.test(line));
  return lines.slice(start, end);
}

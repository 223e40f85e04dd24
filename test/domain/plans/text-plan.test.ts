import test from 'ava';
import { isTextPlan } from '../../../domain/plans/read/text-plan.ts';

test('recognizes addresses of Terraform 0.11', (t) => {
  for (const line of ['+ aws_s3_bucket.logs', '-/+ module.web.aws_instance.a (new resource required)'])
    t.true(isTextPlan(`Log\n\n${line}\n    id: <computed>\n`), line);
  for (const line of ['+ word', '+ aws_s3_bucket.', '+ .logs', '+ aws_s3_bucket.logs is here'])
    t.false(isTextPlan(`Log\n\n${line}\n`), line);
});

test('reads a long line of names and dots in linear time', (t) => {
  const started = performance.now();
  t.false(isTextPlan(`+ ${'a.'.repeat(32_000)}!`));
  t.true(performance.now() - started < 500);
});

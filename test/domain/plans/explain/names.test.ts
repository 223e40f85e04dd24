import test from 'ava';
import fc from 'fast-check';
import { foldName } from '../../../../domain/plans/explain/names.ts';

test('folds names without case, separators and unit', (t) => {
  for (const [terraform, aws] of [
    ['visibility_timeout_seconds', 'VisibilityTimeout'],
    ['retention_in_days', 'retentionInDays'],
    ['retention_period', 'RetentionPeriodHours'],
    ['kms_key_arn', 'KMSKeyArn'],
    ['multi_az', 'MultiAZ'],
    ['iops', 'Iops'],
    ['target_group_arns', 'TargetGroupARNs'],
    ['size_in_gb', 'SizeInGiB'],
    ['serverlessv2_scaling_configuration', 'ServerlessV2ScalingConfiguration'],
    ['message-retention', 'Message Retention'],
  ] as const)
    t.is(foldName(terraform), foldName(aws), `${terraform} and ${aws}`);
});

test('keeps a name that is only a unit, and a unit inside of a name', (t) => {
  t.is(foldName('Days'), 'days');
  t.is(foldName('in_days'), 'in');
  t.not(foldName('seconds_behind'), foldName('behind'));
  t.not(foldName('min_size'), foldName('max_size'));
});

test('folding is idempotent for names without a unit', (t) => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/).filter((text) => foldName(`x_${text}`) === `x${text}`);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const folded = foldName(words.join('_'));
      return folded === words.join('') && folded === foldName(words.map(capitalised).join(''));
    }),
  );
  t.pass();
});

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

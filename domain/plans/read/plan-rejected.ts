/**
 * The reasons for which a body is rejected, with the messages for its sender: the kind of the body, and the correct one.
 * `invalid_body`: the body is not JSON, or too large. `validation_failed`: it is JSON, but no plan that can be stored.
 */
const problems = {
  empty: ['invalid_body', 'The body is empty. Send the output of `terraform show -json <plan file>`.'],
  too_large: [
    'invalid_body',
    'The body is larger than 64 MB. Compress it with gzip and send it with `Content-Encoding: gzip`.',
  ],
  inflated_too_large: [
    'invalid_body',
    "The body is larger than 256 MB when it is inflated. Remove the state with `jq -c 'del(.prior_state)'`.",
  ],
  gzip_undeclared: [
    'invalid_body',
    'The body is compressed with gzip. Send the header `Content-Encoding: gzip`, and compress it only once.',
  ],
  gzip_missing: [
    'invalid_body',
    'The body is not gzip, but the header `Content-Encoding` says so. Compress it, or omit the header.',
  ],
  gzip_truncated: ['invalid_body', 'The gzip data of the body ends too early. Send the whole file.'],
  gzip_corrupt: [
    'invalid_body',
    'The gzip data of the body is damaged. Send it unchanged with `curl --data-binary`.',
  ],
  binary_plan: [
    'invalid_body',
    'The body is a binary plan file. Send the output of `terraform show -json <plan file>`.',
  ],
  utf16: [
    'invalid_body',
    'The body is in UTF-16, as PowerShell writes redirected output. Send UTF-8 without byte order mark: `| Out-File -Encoding utf8NoBOM`.',
  ],
  byte_order_mark: [
    'invalid_body',
    'The body begins with a byte order mark. Send UTF-8 without it: `| Out-File -Encoding utf8NoBOM` in PowerShell.',
  ],
  event_lines: [
    'invalid_body',
    'The body is the log of `terraform plan -json`, one JSON object a line. Write the plan with `-out=<plan file>`, and send the output of `terraform show -json <plan file>`.',
  ],
  several_plans: [
    'invalid_body',
    'The body has several JSON objects, as `terragrunt run --all show` writes them, one a line. Write one file for each unit with `terragrunt run --all plan --json-out-dir <directory>`, and send each file with its own `project_path`.',
  ],
  text_plan: [
    'invalid_body',
    'The body is the text that `terraform plan` or `terraform show` prints for people. Write the plan with `terraform plan -out=<plan file>`, and send the output of `terraform show -json <plan file>`.',
  ],
  text_before: [
    'invalid_body',
    'There is text before the JSON, as the wrapper of hashicorp/setup-terraform writes it. Set `terraform_wrapper: false`, and send only the output of `terraform show -json <plan file>`.',
  ],
  text_after: [
    'invalid_body',
    'There is text after the JSON, as the wrapper of hashicorp/setup-terraform writes it. Set `terraform_wrapper: false`, and send only the output of `terraform show -json <plan file>`.',
  ],
  truncated: ['invalid_body', 'The JSON of the body ends too early. Send the whole file.'],
  syntax: ['invalid_body', 'The body is not JSON. Send the output of `terraform show -json <plan file>`.'],
  too_slow: ['invalid_body', 'Reading the body takes longer than two minutes. Send a smaller plan.'],
  out_of_memory: [
    'invalid_body',
    "Reading the body needs too much memory. Remove the state with `jq -c 'del(.prior_state)'`.",
  ],
  not_an_object: [
    'validation_failed',
    'must be one JSON object, the output of `terraform show -json <plan file>`',
  ],
  plan_missing: [
    'validation_failed',
    'is required: the output of `terraform show -json <plan file>` as a JSON object',
  ],
  plan_in_text: [
    'validation_failed',
    'must be a JSON object, the output of `terraform show -json <plan file>`, not a text; use `jq --slurpfile` or `--argjson`',
  ],
  plan_is_text: [
    'validation_failed',
    'is the text that `terraform plan` or `terraform show` prints for people. Send the output of `terraform show -json <plan file>` as a JSON object',
  ],
  plan_without_envelope: [
    'validation_failed',
    'is required: the body is the plan itself. Put it into `plan`, or send its `external_id` in the query',
  ],
  envelope_in_plan_form: [
    'validation_failed',
    'the body is an envelope with `plan`, and the query has the id of the execution. Send the plan itself, or every field in the envelope',
  ],
  envelope_too_large: ['validation_failed', 'the fields beside `plan` are larger than 64 KB'],
  state_file: [
    'validation_failed',
    'is a state, not a plan. Send the output of `terraform show -json <plan file>`, with the name of the plan file',
  ],
  encrypted: [
    'validation_failed',
    'is encrypted by OpenTofu. Send the output of `tofu show -json <plan file>`',
  ],
  version_missing: [
    'validation_failed',
    'is required. Send the output of `terraform show -json <plan file>`',
  ],
  version_unsupported: ['validation_failed', 'has an unsupported major version. Supported are 0.x and 1.x'],
  no_changes: [
    'validation_failed',
    'has neither `resource_changes` nor `planned_values`. Send the whole output of `terraform show -json <plan file>`',
  ],
  too_deep: ['validation_failed', 'is nested deeper than 200 levels'],
  too_many_changes: ['validation_failed', 'has more than 100,000 changes. Split the configuration'],
  repeated_key: ['validation_failed', 'has a key twice in one object'],
  part_too_large: [
    'validation_failed',
    'has a change, variable or output of more than 16 MB or 500,000 values',
  ],
  too_many_secrets: ['validation_failed', 'has more sensitive values than can be redacted (100,000)'],
  repeated_address: ['validation_failed', 'occurs twice in the plan'],
  invalid_address: [
    'validation_failed',
    'must be a text of at most 2,048 characters without control characters',
  ],
  invalid_field: ['validation_failed', 'has another form than in the output of `terraform show -json`'],
  mask_misfit: [
    'validation_failed',
    'has a mask (`*_sensitive`, `after_unknown`) that does not fit its value: `true` below a value of another kind. Send the plan unchanged',
  ],
} as const satisfies Readonly<Record<string, readonly ['invalid_body' | 'validation_failed', string]>>;

export type PlanProblem = keyof typeof problems;

/** A rejection as plain data, which can be copied between threads. */
export interface PlanRejection {
  readonly problem: PlanProblem;
  /** The path of the part, for example `plan.resource_changes.17.address`. */
  readonly field: string;
}

/** Thrown when a body is not a plan that can be stored. The message is for its sender, and contains no value of the body. */
export class PlanRejected extends Error {
  override readonly name = 'PlanRejected';
  readonly problem: PlanProblem;
  /** The path of the part; `plan` for the whole. Only errors with the code `validation_failed` show it. */
  readonly field: string;
  readonly code: 'invalid_body' | 'validation_failed';
  /** The message without the field. */
  readonly reason: string;

  constructor(problem: PlanProblem, field = 'plan', options?: ErrorOptions) {
    const [code, reason] = problems[problem];
    super(code === 'validation_failed' ? `${field}: ${reason}` : reason, options);
    this.problem = problem;
    this.field = field;
    this.code = code;
    this.reason = reason;
  }
}

export const planProblems = Object.keys(problems) as readonly PlanProblem[];

/** A sequence that sets colours in a terminal. */
const colour = /\p{Cc}\[[\d;]*[A-Za-z]/gu;

/**
 * Lines that `plan` and `show` print for people, of Terraform 0.11 to 1.14, OpenTofu and HCP Terraform. Source: the package
 * `internal/command/views` of Terraform and its earlier releases.
 */
const lines: readonly RegExp[] = [
  /^(?:Terraform|OpenTofu) (?:used the selected providers|will perform the following actions|planned the following actions|has compared your real infrastructure|detected the following changes|Cloud will|has checked that)/m,
  /^(?:An execution plan has been generated|Resource actions are indicated|The refreshed state will be used|Refreshing (?:Terraform )?state|Acquiring state lock|Running plan in )/m,
  /^(?:No changes\. |Note: Objects have changed outside|Changes to Outputs:|Preparing the remote plan|The Terraform execution plan|Waiting for the plan to start)/m,
  /^Plan: \d+ to (?:add|import|change)/m,
  /: (?:Refreshing state|Reading|Read complete after)\b/,
  /^ *# \S+ (?:\([^)]{1,80}\) )?(?:will|must) be /m,
  /^ *(?:[-+~]|-\/\+|\+\/-|<=) (?:resource|data|ephemeral|output) "/m,
  // The lookahead finds the dot once, so that the time is linear.
  /^ *(?:[-+~]|-\/\+|<=) (?=[\w.-]+\.[\w.-])[\w.-]+(?: \((?:new resource required|tainted)\))?$/m,
];

/** Returns whether a text is a plan as Terraform prints it for people. Only its first 64 K characters are read. */
export function isTextPlan(text: string): boolean {
  const plain = text
    .slice(0, 64 * 1024)
    .replaceAll(colour, '')
    .replaceAll(/\r\n?/g, '\n');
  return lines.some((line) => line.test(plain));
}

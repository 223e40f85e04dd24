import { hclTextOf, stringOf } from './hcl-body.ts';
import type { HclExpression } from './hcl-body.ts';

const maximumPaths = 100;
const maximumPathLength = 300;

/**
 * Returns the attributes of `ignore_changes`: dotted, without indices, `*` for `all`. `tags["Team"]` is `tags.Team`. A path
 * beyond a limit ends there, and covers more. Source: developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
 */
export function ignoredPathsOf(expression: HclExpression): readonly string[] {
  if (expression.type !== 'list') return textOf(expression) === 'all' ? ['*'] : [];
  if (expression.items.length > maximumPaths) return ['*'];
  return expression.items.flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) return [];
    return text === '*' ? ['*'] : (pathOf(text) ?? []);
  });
}

/** In JSON syntax and before Terraform 0.12 an attribute is a string. */
function textOf(expression: HclExpression): string | undefined {
  return stringOf(expression) ?? hclTextOf(expression);
}

function pathOf(text: string): string | undefined {
  const step =
    /\s*(?:\.?(?<name>[A-Za-z_][\w-]{0,200})|\[\s*(?:"(?<key>(?:[^"\\]|\\.){1,200})"|\d{1,9})\s*\]|\.\d{1,9})/y;
  const names: string[] = [];
  for (let found = step.exec(text); found !== null; found = step.exec(text)) {
    const name = found.groups?.['name'] ?? found.groups?.['key'];
    if (name === undefined) continue;
    if (names.join('.').length + name.length > maximumPathLength) break;
    names.push(name);
  }
  if (names.length === 0) return undefined;
  // The provider computes `tags_all` from `tags`.
  return [names[0] === 'tags_all' ? 'tags' : names[0], ...names.slice(1)].join('.');
}

import type {
  InputTemplate,
  InputTemplateValue,
} from '../../../domain/discovery/declaration/text-expression.ts';
import { describe, memberNames } from './model-shape.ts';
import type { ModelShape } from './model-shape.ts';
import type { ModelOperation } from './read-sdk-client.ts';
import { placeholdersOf, reach, scopeWords } from './report.ts';
import type { Report } from './report.ts';

/**
 * Compares the input of a call with the model: its members exist, the required members are given, constants are values of
 * their enumerations, and placeholders are paths of the item.
 *
 * @param item the item that fills the placeholders
 * @param batch whether `'{*}'` stands for the list of items
 */
export function checkInput(
  part: string,
  input: InputTemplate,
  operation: ModelOperation,
  item: ModelShape,
  report: Report,
  batch = false,
): void {
  checkStructure(`${part} input`, input, operation.input);

  function checkStructure(at: string, value: InputTemplate, shape: ModelShape): void {
    if (shape.kind === 'any') return;
    if (shape.kind === 'map')
      return Object.entries(value).forEach(([key, one]) => check(`${at}.${key}`, one, shape.value));
    if (shape.kind !== 'structure') return report(at, `the model has a ${describe(shape)}, not a structure`);
    for (const [key, one] of Object.entries(value)) {
      const member = shape.members.get(key);
      if (member) check(`${at}.${key}`, one, member.shape());
      else report(at, `${shape.name} has no member ${key}, only ${memberNames(shape)}`);
    }
    for (const [key, { required }] of shape.members)
      if (required && !Object.hasOwn(value, key)) report(at, `${shape.name} requires ${key}`);
  }

  function check(at: string, value: InputTemplateValue, shape: ModelShape): void {
    if (shape.kind === 'any') return;
    if (batch && value === '{*}') {
      if (shape.kind !== 'list') report(at, `{*} is a list, but the model has a ${describe(shape)}`);
    } else if (typeof value === 'string') checkText(at, value, shape);
    else if (typeof value === 'number' || typeof value === 'boolean') {
      if (shape.kind !== typeof value) report(at, `the model has a ${describe(shape)}, not ${String(value)}`);
    } else if (isList(value)) {
      if (shape.kind === 'list') for (const one of value) check(`${at}[]`, one, shape.element);
      else report(at, `the model has a ${describe(shape)}, not a list`);
    } else checkStructure(at, value, shape);
  }

  function checkText(at: string, text: string, shape: ModelShape): void {
    const paths = placeholdersOf(text).filter((path) => !scopeWords.has(path));
    const found = paths.map((path) => reach(at, path, item, report));
    const [only] = found;
    if (/^\{[^{}|]+\}$/.test(text) && paths.length === 1) {
      if (only && only.kind !== 'any' && only.kind !== shape.kind)
        report(at, `${text} is a ${describe(only)}, but the model has a ${describe(shape)}`);
    } else if (shape.kind !== 'text') report(at, `the model has a ${describe(shape)}, not a text`);
    else if (!text.includes('{') && shape.values?.has(text) === false)
      report(at, `${text} is no value of the model, only ${[...shape.values].join(', ')}`);
  }
}

function isList(value: InputTemplateValue): value is readonly InputTemplateValue[] {
  return Array.isArray(value);
}

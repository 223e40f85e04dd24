import { Button, Group, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { ConditionExpression } from '../../api-client/api-types.ts';
import { plainWords } from '../shared/numbers.ts';
import { listTests } from './condition-words.ts';

type Option = { readonly value: string; readonly label: string };

/** Records that conditions name by their ids. */
export interface ConditionChoices {
  readonly account: readonly Option[];
  readonly project: readonly Option[];
  readonly repository: readonly Option[];
  readonly application: readonly Option[];
  readonly resource_type: readonly string[];
}

const kinds = ['all', 'any', 'not', 'tag', 'name', ...listTests, 'ou', 'related_to'] as const;
type Kind = (typeof kinds)[number];
const kindLabels: Readonly<Record<Kind, string>> = {
  all: 'all of',
  any: 'any of',
  not: 'not',
  tag: 'tag',
  name: 'name',
  resource_type: 'type',
  region: 'region',
  account: 'account',
  project: 'project',
  repository: 'repository',
  ou: 'organizational unit',
  related_to: 'related to',
};
const maximumDepth = 5;

/** A condition with one field, as the API wants it. */
const emptyOf: Readonly<Record<Kind, ConditionExpression>> = {
  all: { all: [{ tag: { key: '', equals: '' } }] },
  any: { any: [{ tag: { key: '', equals: '' } }] },
  not: { not: { tag: { key: '', equals: '' } } },
  tag: { tag: { key: '', equals: '' } },
  name: { name: { matches: '' } },
  resource_type: { resource_type: { in: [] } },
  region: { region: { in: [] } },
  account: { account: { in: [] } },
  project: { project: { in: [] } },
  repository: { repository: { in: [] } },
  ou: { ou: { under: '/' } },
  related_to: { related_to: { application_id: '' } },
};

interface EditorProps {
  readonly condition: ConditionExpression;
  readonly onChange: (condition: ConditionExpression) => void;
  readonly choices: ConditionChoices;
  /** Where the condition is in the rule, for the names of its fields: `1.2`. */
  readonly place?: string;
  readonly depth?: number;
  readonly onRemove?: () => void;
}

/** Edits a condition: a test of the resource, or a combination of conditions, which are edited inside of it. */
export function ConditionEditor({
  condition,
  onChange,
  choices,
  place = '1',
  depth = 1,
  onRemove,
}: EditorProps) {
  const kind = kinds.find((name) => condition[name] !== undefined) ?? 'tag';
  const parts = condition.all ?? condition.any;
  const combination = condition.all === undefined ? 'any' : 'all';
  return (
    <fieldset className="condition">
      <legend className="visually-hidden">Condition {place}</legend>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          size="xs"
          label={`Condition ${place}`}
          value={kind}
          data={kinds
            .filter((name) => depth < maximumDepth || !['all', 'any', 'not'].includes(name))
            .map((name) => ({ value: name, label: kindLabels[name] }))}
          onChange={({ currentTarget }) => {
            const next = kinds.find((name) => name === currentTarget.value) ?? 'tag';
            const isCombination = next === 'all' || next === 'any';
            onChange(isCombination && parts !== undefined ? { [next]: parts } : emptyOf[next]);
          }}
        />
        {parts !== undefined || condition.not !== undefined ? null : (
          <LeafFields condition={condition} onChange={onChange} choices={choices} place={place} />
        )}
        {onRemove === undefined ? null : (
          <Button size="xs" variant="subtle" aria-label={`Remove condition ${place}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </Group>
      {parts === undefined ? null : (
        <>
          {parts.map((part, index) => (
            <ConditionEditor
              // The parts have no ids, and an index keeps the focus while one types.
              key={index}
              condition={part}
              choices={choices}
              place={`${place}.${index + 1}`}
              depth={depth + 1}
              onChange={(changed) => onChange({ [combination]: parts.with(index, changed) })}
              {...(parts.length === 1
                ? {}
                : { onRemove: () => onChange({ [combination]: parts.toSpliced(index, 1) }) })}
            />
          ))}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Add a condition to ${place}`}
            onClick={() => onChange({ [combination]: [...parts, emptyOf.tag] })}
          >
            Add a condition
          </Button>
        </>
      )}
      {condition.not === undefined ? null : (
        <ConditionEditor
          condition={condition.not}
          choices={choices}
          place={`${place}.1`}
          depth={depth + 1}
          onChange={(changed) => onChange({ not: changed })}
        />
      )}
    </fieldset>
  );
}

function LeafFields({ condition, onChange, choices, place }: EditorProps & { readonly place: string }) {
  const { tag, name, ou, related_to: related } = condition;
  if (tag !== undefined)
    return (
      <>
        <TextInput
          size="xs"
          label={`Tag key ${place}`}
          value={tag.key}
          onChange={({ currentTarget: { value } }) => onChange({ tag: { ...tag, key: value } })}
        />
        <TestFields
          place={place}
          test={tag}
          hasPresence
          onChange={(test) => onChange({ tag: { key: tag.key, ...test } })}
        />
      </>
    );
  if (name !== undefined)
    return <TestFields place={place} test={name} onChange={(test) => onChange({ name: test })} />;
  if (ou !== undefined)
    return (
      <TextInput
        size="xs"
        label={`Under ${place}`}
        value={ou.under}
        onChange={({ currentTarget: { value } }) => onChange({ ou: { under: value } })}
      />
    );
  if (related !== undefined)
    return (
      <NativeSelect
        size="xs"
        label={`A member of ${place}`}
        value={related.application_id}
        data={[{ value: '', label: 'choose an application' }, ...choices.application]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ related_to: { ...related, application_id: value } })
        }
      />
    );
  const test = listTests.find((listed) => condition[listed] !== undefined);
  if (test === undefined) return null;
  const options = test === 'region' ? [] : choices[test].map(optionOf);
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  const values = new Map(options.map(({ value, label }) => [label, value]));
  return (
    <TagsInput
      size="xs"
      label={`${plainWords(kindLabels[test])} is one of ${place}`}
      value={(condition[test]?.in ?? []).map((value) => labels.get(value) ?? value)}
      data={[...values.keys()]}
      limit={8}
      onChange={(chosen) => onChange({ [test]: { in: chosen.map((label) => values.get(label) ?? label) } })}
      className="filter"
    />
  );
}

function optionOf(option: string | Option): Option {
  return typeof option === 'string' ? { value: option, label: option } : option;
}

interface TextTest {
  readonly equals?: string;
  readonly in?: string[];
  readonly matches?: string;
  readonly exists?: boolean;
}

/** A test of a text: equals, one of, matches; of a tag also whether it is present. */
function TestFields({
  test,
  hasPresence = false,
  onChange,
  place,
}: {
  readonly test: TextTest;
  readonly hasPresence?: boolean;
  readonly onChange: (test: TextTest) => void;
  readonly place: string;
}) {
  const operator =
    test.equals !== undefined
      ? 'equals'
      : test.in !== undefined
        ? 'in'
        : test.matches !== undefined
          ? 'matches'
          : test.exists === false
            ? 'absent'
            : 'present';
  const empty: Readonly<Record<string, TextTest>> = {
    equals: { equals: test.matches ?? '' },
    in: { in: [] },
    matches: { matches: test.equals ?? '' },
    present: { exists: true },
    absent: { exists: false },
  };
  return (
    <>
      <NativeSelect
        size="xs"
        label={`Test ${place}`}
        value={operator}
        data={[
          { value: 'equals', label: 'is' },
          { value: 'in', label: 'is one of' },
          { value: 'matches', label: 'matches (* and ?)' },
          ...(hasPresence
            ? [
                { value: 'present', label: 'is present' },
                { value: 'absent', label: 'is absent' },
              ]
            : []),
        ]}
        onChange={({ currentTarget: { value } }) => onChange(empty[value] ?? { equals: '' })}
      />
      {operator === 'equals' || operator === 'matches' ? (
        <TextInput
          size="xs"
          label={`Value ${place}`}
          value={test[operator] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ [operator]: value })}
        />
      ) : null}
      {operator === 'in' ? (
        <TagsInput
          size="xs"
          label={`Values ${place}`}
          value={test.in ?? []}
          onChange={(values) => onChange({ in: values })}
          className="filter"
        />
      ) : null}
    </>
  );
}

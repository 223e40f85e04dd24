import test from 'ava';
import { assistantTools, toolDefinitions } from '../../../commands/assistant/tools.ts';
import { OfferedTools } from '../../../domain/assistant/offered-tools.ts';

const limit = 9000;
const namesFor = (question: string, find: readonly string[] = []) => {
  const offered = new OfferedTools(toolDefinitions(), question, limit);
  offered.find(find);
  return new Set(offered.definitions().map(({ name }) => name));
};

test('the definitions that a provider receives have at most 9,000 bytes', (t) => {
  const questions = [
    '',
    'Wie viele Buckets gibt es?',
    'x '.repeat(4000),
    ...assistantTools.map(({ name }) => name),
  ];
  for (const question of questions) {
    const definitions = new OfferedTools(toolDefinitions(), question, limit).definitions();
    t.true(Buffer.byteLength(JSON.stringify(definitions)) <= limit, question.slice(0, 40));
    for (const name of ['search_resources', 'count_resources', 'find_tools'])
      t.true(
        definitions.some((one) => one.name === name),
        `${name} for ${question.slice(0, 40)}`,
      );
  }
});

test('offers the tools that a question is about', (t) => {
  const cases = {
    'Who owns the queue orders?': 'get_ownership',
    'Which scans failed last night, and why?': 'get_discovery',
    'What drifted?': 'list_drift',
    'Is anything open to the internet?': 'get_exposure',
    'Who is on call for Shop?': 'get_ownership',
    'Who are the members of the team Payments?': 'list_teams',
    'How do I connect an account?': 'search_documentation',
    'What breaks when I delete this bucket?': 'get_impact',
    'Which pull requests are open?': 'list_pull_requests',
    'Which databases are not encrypted?': 'list_saved_queries',
  };
  for (const [question, tool] of Object.entries(cases)) t.true(namesFor(question).has(tool), question);
});

test('a model finds every other tool by its name', (t) => {
  for (const { name } of assistantTools) t.true(namesFor('', [name]).has(name), name);
  const offered = new OfferedTools(toolDefinitions(), '', limit);
  t.deepEqual(offered.find(['list_members', 'nothing']), { offered: ['list_members'] });
});

test('a model without a limit receives all definitions as they are', (t) => {
  const all = toolDefinitions();
  t.is(new OfferedTools(all, 'x', undefined).definitions(), all);
});

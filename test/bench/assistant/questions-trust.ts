import { accountId, accountIds, countOf, countRows, inAccount, inState } from './expected-sql.ts';
import type { SampleQuestion } from './sample-question.ts';

/** Connected accounts with a successful scan. */
const scanned = `select a.name as value from aws_accounts a where a.organization_id = $1 and a.deleted_at is null and a.status = 'connected'`;
const active = "r.status = 'active'";

export const trustQuestions: readonly SampleQuestion[] = [
  {
    question: 'What is our code coverage?',
    family: 'trust',
    states: countOf(`${inState('managed')} and ${active}`),
  },
  {
    question: 'How much is managed by code?',
    family: 'trust',
    states: countOf(`${inState('unmanaged')} and ${active}`),
  },
  {
    question: 'Coverage of account shop-production',
    family: 'trust',
    states: countOf(`${inState('managed')} and ${active} and ${inAccount('shop-production')}`),
    cites: accountId('shop-production'),
    mustCite: true,
  },
  { question: 'How fresh is the data?', family: 'trust', states: scanned, cites: accountIds, mustCite: true },
  {
    question: 'When was the last scan?',
    family: 'trust',
    states: scanned,
    cites: accountIds,
    mustCite: true,
  },
  {
    question: 'What is not scanned?',
    family: 'trust',
    states: countRows('aws_accounts', "x.deleted_at is null and x.status = 'connected'"),
  },
  {
    question: 'Which accounts are stale?',
    family: 'trust',
    states: countRows('aws_accounts', "x.deleted_at is null and x.status = 'connected'"),
  },
  { question: 'Which model are you?', family: 'trust', states: ['embedded-1'] },
  { question: 'help', family: 'trust', states: ['embedded-1', 'Who owns'] },
  { question: 'What is the meaning of life?', family: 'trust', states: ['not understood', 'embedded-1'] },
  { question: 'Who owns nonexistent-queue-42?', family: 'ownership', states: ['No record named'] },
];

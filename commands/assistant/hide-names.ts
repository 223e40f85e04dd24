import { withoutFreshness } from '../../domain/assistant/closing-sentences.ts';
import type { PastTurn } from '../../domain/assistant/cut-history.ts';
import { hideForms } from '../../domain/assistant/hide-forms.ts';
import { hideNames, nameCandidates } from '../../domain/assistant/hide-names.ts';
import type { NamedEntity } from '../../domain/assistant/hide-names.ts';
import { splitCitations } from '../../domain/assistant/split-citations.ts';
import type { Citation } from '../../domain/assistant/turn-event.ts';
import type { TurnReferences } from '../../domain/assistant/turn-references.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { findExactNames } from '../../db/assistant/exact-names.ts';
import { kindOfType, namedEntity, permissionOf } from './tools/shared/entities.ts';
import type { TurnSession } from './turn-answerer.ts';

interface Asked {
  readonly question: string;
  readonly history: readonly PastTurn[];
}

interface Hidden {
  readonly question: string;
  readonly history: readonly Pick<PastTurn, 'question' | 'answer'>[];
}

/**
 * Replaces the names of records in the question and the history by references such as `[r1]`, for the mode `schema_only`.
 * The name of a record that the user may not read becomes the type of the record. Leaves out turns of the mode `full`, whose
 * answers can have tags and values, and answers with a citation whose name cannot be found.
 */
export async function hideNamesOf(
  { question, history }: Asked,
  session: TurnSession,
  references: TurnReferences,
): Promise<Hidden> {
  const turns = history
    .filter(({ dataMode: mode }) => mode === 'schema_only')
    .map((turn) => ({
      question: turn.question,
      parts: splitCitations(withoutFreshness(turn.answer), turn.citations) ?? [],
    }));
  const texts = turns.flatMap((turn) => [
    turn.question,
    ...turn.parts.filter((part) => typeof part === 'string'),
  ]);
  const candidates = nameCandidates([question, ...texts]);
  const { found, permissions } = await session.withTool(async (context) => ({
    found: await findExactNames(context.tenant, [...candidates]),
    permissions: context.permissions,
  }));
  const records = new Map<string, NamedEntity[]>();
  for (const { candidate, ...record } of found) {
    const named = records.get(candidate);
    if (named === undefined) records.set(candidate, [record]);
    else named.push(record);
  }
  // Several records of one name have one reference, which a tool resolves as the name: it returns the candidates.
  const label = (named: readonly NamedEntity[], written: string) => {
    const [first] = named;
    if (first === undefined) return written;
    return named.length > 1 && mayRead(first.type, permissions)
      ? `[${references.addName(first.type, written)}]`
      : labelOf(first, permissions, references);
  };
  const hide = (part: string | Citation) =>
    typeof part === 'string'
      ? hideForms(hideNames(part, records, label))
      : labelOf({ type: part.entity_type, id: part.id, name: part.name }, permissions, references);
  return {
    question: hide(question),
    history: turns.map((turn) => ({ question: hide(turn.question), answer: turn.parts.map(hide).join('') })),
  };
}

function labelOf(
  { type, id, name }: NamedEntity,
  permissions: ReadonlySet<Permission>,
  references: TurnReferences,
): string {
  const kind = kindOfType(type);
  return kind === undefined || !mayRead(type, permissions)
    ? `(${type})`
    : `[${references.add(namedEntity(kind, id, name))}]`;
}

function mayRead(type: NamedEntity['type'], permissions: ReadonlySet<Permission>): boolean {
  const kind = kindOfType(type);
  return kind !== undefined && permissions.has(permissionOf(kind));
}

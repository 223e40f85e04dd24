import { defined } from '../../defined.ts';
import { cutText } from '../../text/storable.ts';
import { changedPaths } from '../read/changed-paths.ts';
import { fitRow, omitted } from '../read/fit-row.ts';
import { mapChange } from '../read/map-change.ts';
import type { ProviderEvidence } from '../read/map-change.ts';
import { unknownMark } from './plan-marks.ts';
import { PlanRejected } from '../read/plan-rejected.ts';
import type { PlannedChange } from '../read/planned-change.ts';
import type { RawChange } from '../read/raw-change.ts';
import type { ValueRedactor } from './value-redactor.ts';

const maximumImportIdLength = 4_096;

/** The parts of the plan that the redaction of a change needs. */
export interface PlanContext {
  readonly redactor: ValueRedactor;
  readonly providerOf: (codeAddress: string) => ProviderEvidence;
}

/**
 * Returns a change as it is stored. Modifies the values of the change.
 *
 * @param field - its path, for errors
 * @throws PlanRejected `mask_misfit`
 */
export function redactChange(change: RawChange, field: string, context: PlanContext): PlannedChange {
  const { redactor } = context;
  const address = redactor.addressOf(change.address);
  const previousAddress = change.previousAddress && redactor.addressOf(change.previousAddress);
  const isRedacted = address !== change.address || previousAddress !== change.previousAddress;
  const mapping = { ...mapChange(change, context.providerOf), ...(isRedacted ? addressesOf(change) : {}) };
  const paths = changedPaths(change, redactor.nameOf);
  const importId = importIdOf(change, redactor);
  const values = fitRow(
    {
      before: atField(`${field}.change`, () =>
        redactor.redact(change.before, change.beforeSensitive, undefined, change.afterSensitive),
      ),
      after: atField(`${field}.change`, () =>
        redactor.redact(change.after, change.afterSensitive, change.unknown, change.beforeSensitive),
      ),
    },
    paths,
  );
  return defined({
    address,
    previousAddress,
    resourceType: change.type,
    provider: change.provider,
    actions: change.actions,
    actionReason: change.actionReason,
    importId,
    deposed: change.deposed,
    origin: change.origin,
    before: values.before,
    after: values.after,
    changedPaths: paths,
    mapping,
  });
}

function addressesOf({ address, previousAddress }: RawChange) {
  return defined({ address, previousAddress });
}

/** Removes the values of a change, when the plan has more than are stored. */
export function withoutValues(change: PlannedChange): PlannedChange {
  const text = JSON.stringify(omitted);
  return {
    ...change,
    before: change.before === 'null' ? 'null' : text,
    after: change.after === 'null' ? 'null' : text,
  };
}

function importIdOf({ importing }: RawChange, redactor: ValueRedactor): string | undefined {
  if (importing === undefined) return undefined;
  if (importing.isUnknown) return unknownMark;
  const value = redactor.redact(importing.id ?? importing.identity, undefined, undefined);
  if (value === null) return undefined;
  return typeof value === 'string' ? value : cutText(JSON.stringify(value), maximumImportIdLength);
}

/** Runs a step whose rejections concern a part of the plan. */
export function atField<Result>(field: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (error instanceof PlanRejected && error.field === 'plan') throw new PlanRejected(error.problem, field);
    throw error;
  }
}

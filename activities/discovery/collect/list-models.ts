import type { CloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { inputSource, parentValue } from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import type {
  InputSource,
  ParentInput,
  ParentResources,
} from '../../../domain/discovery/cloud-control/parent-inputs.ts';
import { InputUnknown, ParentUnknown } from './cloud-control-failure.ts';

/** The resource model of a list call. */
export interface ListModel {
  /** Required input → value. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether resources of a parent type provided a value. */
  readonly parents: boolean;
}

/** The resource models with which a type is listed. */
export interface ListModels {
  readonly models: readonly ListModel[];
  /** Set when a parent lacks the value of an input, so that its children cannot be listed. */
  readonly unknown?: ParentUnknown | undefined;
}

/** Sources of the values of required inputs. */
interface ModelSources {
  /** 12 digits. */
  readonly awsAccountNumber: string;
  /** Returns the resources of a parent type. */
  readonly parents: (resourceType: string) => Promise<ParentResources>;
}

/**
 * Returns the resource models to list with: one empty model, or one per combination of the values of the required inputs.
 * @throws InputUnknown when the service has no value for an input.
 * @throws ParentUnknown when the parents have not been listed to their end.
 */
export async function listModelsOf(type: CloudControlType, sources: ModelSources): Promise<ListModels> {
  let models: readonly ListModel[] = [{ values: {}, parents: false }];
  let unknown: ParentUnknown | undefined;
  for (const input of type.requiredInputs) {
    const source = inputSource(type.resourceType, input);
    if (source === undefined)
      throw new InputUnknown(`The service has no value for the required input ${input} of the list call.`);
    const values = await valuesOf(source, sources);
    const known = values.filter((value) => value !== undefined);
    if (known.length < values.length)
      unknown ??= new ParentUnknown(`A parent has no value for the required input ${input}.`);
    models = models.flatMap((model) =>
      known.map((value) => ({
        values: { ...model.values, [input]: value },
        parents: model.parents || 'parents' in source,
      })),
    );
  }
  return { models, unknown };
}

async function valuesOf(
  source: InputSource,
  sources: ModelSources,
): Promise<readonly (string | undefined)[]> {
  if ('account' in source) return [sources.awsAccountNumber];
  if ('constants' in source) return source.constants;
  const values: (readonly (string | undefined)[])[] = [];
  for (const parent of source.parents) values.push(await valuesOfParent(parent, sources));
  return values.flat();
}

async function valuesOfParent(
  { parentType, value }: ParentInput,
  { parents }: ModelSources,
): Promise<readonly (string | undefined)[]> {
  const { complete, outcome, resources } = await parents(parentType);
  if (!complete) {
    const message = `This scan did not list all resources of the parent type ${parentType}.`;
    throw new ParentUnknown(message, outcome === 'complete' ? undefined : outcome);
  }
  return resources.map((resource) => parentValue(resource, value));
}

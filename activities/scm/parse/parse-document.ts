import type { DetectionDocument } from '../../../domain/scm/detection/documents/document.ts';
import { documentFormatOf } from '../../../domain/scm/detection/documents/document-format.ts';
import type { DocumentFormat } from '../../../domain/scm/detection/documents/document-format.ts';
import { readData } from '../../../domain/scm/detection/documents/read-data.ts';
import type { DataFormat } from '../../../domain/scm/detection/documents/read-data.ts';
import {
  readTerraform,
  readTerraformBlocks,
} from '../../../domain/scm/detection/documents/read-terraform.ts';
import { blocksOf } from '../../../domain/scm/detection/documents/hcl-body.ts';
import type { HclBlock, HclBody } from '../../../domain/scm/detection/documents/hcl-body.ts';
import {
  generatedContents,
  readTerragrunt,
} from '../../../domain/scm/detection/documents/read-terragrunt.ts';
import { readValues } from '../../../domain/scm/detection/documents/read-values.ts';
import {
  isGeneratedCode,
  mayBeProject,
  readBicep,
  readLock,
  readPackages,
  readSamConfig,
  readServerlessCode,
  unreadable,
  unreadableData,
} from '../../../domain/scm/detection/documents/read-text.ts';
import { maximumDocumentBytes } from '../../../domain/scm/detection/paths/select-blobs.ts';
import {
  terraformJsonBody,
  terragruntJsonBody,
} from '../../../domain/scm/detection/documents/terraform-json.ts';
import { decodeText } from './decode-text.ts';
import { parseHcl } from './parse-hcl.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/**
 * Parses a file of a repository into the facts that detection needs. The text is hostile: this function never throws,
 * executes nothing, and limits size, nesting and time. It uses the CPU for up to a few seconds per megabyte; call it in
 * a worker thread.
 *
 * @param path the path in the repository; its name selects the parser
 * @param content the blob's bytes, or its text
 * @returns a document with `problem` when the file, or a part of it, cannot be parsed
 */
export async function parseDocument(path: string, content: string | Uint8Array): Promise<DetectionDocument> {
  const format = documentFormatOf(path);
  if (format === undefined) return { type: 'other' };
  if (content.length > maximumDocumentBytes) return unreadable('The file is larger than 1 MB.');
  const decoded = decodeText(content);
  if (decoded.text === undefined) return unreadable(decoded.problem);
  const { text, problem } = decoded;
  try {
    const document = await parsers[format](text);
    return problem === undefined ? document : { problem, ...document };
  } catch {
    // Parsers of packages can exceed the stack with deeply nested text.
    return unreadableData(text, 'The file could not be parsed.');
  }
}

type Parser = (text: string) => DetectionDocument | Promise<DetectionDocument>;

const parsers: Readonly<Record<DocumentFormat, Parser>> = {
  terraform: async (text) => {
    const { body, problem } = await parseHcl(text, readTerraformBlocks);
    return withProblem(readTerraform(body, isGeneratedCode(text)), problem);
  },
  terraform_json: (text) => {
    const parsed = parseJson(text);
    const [root] = parsed.documents;
    return withProblem(readTerraform(terraformJsonBody(root), isGeneratedJson(text)), parsed.problem);
  },
  terragrunt: async (text) => {
    const { body, problem } = await parseHcl(text);
    return withProblem(readTerragrunt(body, await parseGenerated(body)), problem);
  },
  terragrunt_json: async (text) => {
    const parsed = parseJson(text);
    const body = terragruntJsonBody(parsed.documents[0]);
    return withProblem(readTerragrunt(body, await parseGenerated(body)), parsed.problem);
  },
  values: async (text) => {
    const { body, problem } = await parseHcl(text);
    return withProblem(readValues(body), problem);
  },
  values_json: (text) => {
    const parsed = parseJson(text);
    return withProblem(readValues(terraformJsonBody(parsed.documents[0])), parsed.problem);
  },
  backend_hcl: async (text) => {
    const { body, problem } = await parseHcl(text);
    if (body.blocks.length === 0) return withProblem(readValues(body), problem);
    return withProblem(readTerragrunt(body, await parseGenerated(body)), problem);
  },
  terraform_lock: readLock,
  bicep: readBicep,
  bicep_parameters: readBicep,
  sam_config: readSamConfig,
  packages: readPackages,
  serverless_code: readServerlessCode,
  yaml: (text) => (mayBeProject(text) ? parseData('yaml', text) : { type: 'other' }),
  json: (text) => (mayBeProject(text) ? parseData('json', text, true) : { type: 'other' }),
  cdk: (text) => parseData('cdk', text, true),
  pulumi: (text) => parseData('pulumi', text),
  serverless: (text) => parseData('serverless', text),
  helm: (text) => parseData('helm', text),
  helm_requirements: (text) => parseData('helm_requirements', text),
  kustomization: (text) => parseData('kustomization', text),
  ansible_tasks: (text) => parseData('ansible_tasks', text),
  ansible_meta: (text) => parseData('ansible_meta', text),
  ansible_collection: (text) => parseData('ansible_collection', text),
  ci: (text) => parseData('ci', text),
};

/** Parses the literal contents of `generate` blocks. Contents with a template are parsed as they are written. */
async function parseGenerated(body: HclBody): Promise<ReadonlyMap<HclBlock, HclBody>> {
  const generated = new Map<HclBlock, HclBody>();
  for (const block of blocksOf(body, 'generate').slice(0, maximumGenerated)) {
    const contents = generatedContents(block);
    if (contents === undefined) continue;
    generated.set(block, (await parseHcl(contents, readTerraformBlocks)).body);
  }
  return generated;
}

const maximumGenerated = 100;

/** JSON in a YAML file is read as JSON, which is faster; if that fails as YAML, which allows more. */
function parseData(format: DataFormat, text: string, onlyJson = false): DetectionDocument {
  let parsed = onlyJson || /^\s*\{/.test(text.slice(0, 200)) ? parseJson(text) : undefined;
  if (parsed === undefined || (parsed.problem !== undefined && !onlyJson)) parsed = parseYaml(text);
  return parsed.problem === undefined
    ? readData(format, parsed.documents)
    : unreadableData(text, parsed.problem);
}

/** CDK for Terraform writes its metadata into the key `//`. */
function isGeneratedJson(text: string): boolean {
  return /"\/\/"\s{0,20}:\s{0,20}\{\s{0,100}"metadata"/.test(text.slice(0, 2_000)) || isGeneratedCode(text);
}

function withProblem(document: DetectionDocument, problem: string | undefined): DetectionDocument {
  return problem === undefined ? document : { ...document, problem };
}

import path from 'node:path';

/** A command with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface Generator {
  readonly name: string;
  /** Programs that must be in PATH. */
  readonly needs: readonly string[];
  /** Files to write before the first command, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Generate and compile the client in an empty folder that contains `openapi.json`. */
  readonly commands: readonly Command[];
  /** Parses `answer.json`, a Conversation with a further field and a further status, and fails if the client rejects it. */
  readonly parse?: Command;
  /** A file of `programs/` that is copied to `path`, and its command: prints the lines of `readInventory`. */
  readonly program?: { readonly file: string; readonly path: string; readonly command: Command };
}

const versions = {
  heyApi: '@hey-api/openapi-ts@0.95.0',
  orval: 'orval@7.13.2',
  typescript: 'typescript@5.9.3',
  python: 'openapi-python-client==0.29.1',
  oapiCodegen: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  ogen: 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0',
  openapiGenerator: 'org.openapitools:openapi-generator-cli:7.14.0',
} as const;

const strict = ['--strict', '--skipLibCheck', '--moduleResolution', 'bundler', '--module', 'esnext'];
const typescript = (...files: string[]): Command => [
  'npm',
  'exec',
  '--yes',
  `--package=${versions.typescript}`,
  '--',
  'tsc',
  '--noEmit',
  ...strict,
  '--target',
  'es2022',
  '--lib',
  'es2022,dom,dom.iterable',
  ...files,
];
const npmTool = (tool: string, ...args: string[]): Command => [
  'npm',
  'exec',
  '--yes',
  `--package=${tool}`,
  // Some generators use the compiler, and the newest one has no compiler API.
  `--package=${versions.typescript}`,
  '--',
  ...args,
];

/** A program in Go that parses the answer with the type of a package. */
function goParser(module: string, folder: string): string {
  return `package main

import (
	"encoding/json"
	"os"

	client "${module}/${folder}"
)

func main() {
	text, _ := os.ReadFile("answer.json")
	var answer client.Conversation
	if err := json.Unmarshal(text, &answer); err != nil {
		println(err.Error())
		os.Exit(1)
	}
	if err := validate(answer.Status); err != nil {
		println(err.Error())
		os.Exit(1)
	}
}

func validate(status any) error {
	if checked, ok := status.(interface{ Validate() error }); ok {
		return checked.Validate()
	}
	return nil
}
`;
}

const openapiGenerator = (generator: string, ...args: string[]): readonly Command[] => [
  [
    'mvn',
    '-q',
    '-B',
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
    `-Dartifact=${versions.openapiGenerator}`,
    '-DoutputDirectory=.',
    '-Dmdep.stripVersion=true',
  ],
  [
    'java',
    '-jar',
    'openapi-generator-cli.jar',
    'generate',
    '-g',
    generator,
    '-i',
    'openapi.json',
    '-o',
    'client',
    ...args,
  ],
];

/** The generators of `npm run test:clients`; their versions are pinned. openapi-typescript runs in `npm test`. */
export const generators: readonly Generator[] = [
  {
    name: 'hey-api',
    needs: ['npm'],
    files: {},
    commands: [
      npmTool(versions.heyApi, 'openapi-ts', '-i', 'openapi.json', '-o', 'client'),
      typescript('client/index.ts'),
    ],
  },
  {
    name: 'orval',
    needs: ['npm'],
    files: {},
    commands: [
      npmTool(
        versions.orval,
        'orval',
        '--input',
        'openapi.json',
        '--output',
        'client/api.ts',
        '--client',
        'fetch',
      ),
      typescript('client/api.ts'),
    ],
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    files: {
      // The hooks format the client with tools that are not installed.
      'config.yml': 'post_hooks: []\n',
      'parse.py':
        'import json\nfrom client.models.conversation import Conversation\n' +
        'print(Conversation.from_dict(json.load(open("answer.json"))).status)\n',
    },
    commands: [
      ['python3', '-m', 'venv', 'tools'],
      [path.join('tools', 'bin', 'pip'), 'install', '--quiet', versions.python],
      [
        path.join('tools', 'bin', 'openapi-python-client'),
        'generate',
        '--fail-on-warning',
        '--config',
        'config.yml',
        '--path',
        'openapi.json',
        '--output-path',
        'client',
        '--meta',
        'none',
      ],
      [path.join('tools', 'bin', 'python'), '-m', 'compileall', '-q', 'client'],
    ],
    parse: [path.join('tools', 'bin', 'python'), 'parse.py'],
    program: {
      file: 'read_inventory.py',
      path: 'read_inventory.py',
      command: [path.join('tools', 'bin', 'python'), 'read_inventory.py'],
    },
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    files: { 'client/.keep': '', 'main.go': goParser('inventory', 'client') },
    commands: [
      ['go', 'mod', 'init', 'inventory'],
      [
        'go',
        'run',
        versions.oapiCodegen,
        '-generate',
        'types,client',
        '-package',
        'client',
        '-o',
        'client/client.go',
        'openapi.json',
      ],
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
    ],
    parse: ['go', 'run', '.'],
    program: { file: 'read_inventory.go', path: 'read/main.go', command: ['go', 'run', './read'] },
  },
  {
    name: 'ogen',
    needs: ['go'],
    files: { 'main.go': goParser('inventory', 'client') },
    commands: [
      ['go', 'mod', 'init', 'inventory'],
      ['go', 'run', versions.ogen, '--target', 'client', '--package', 'client', '--clean', 'openapi.json'],
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
    ],
    parse: ['go', 'run', '.'],
  },
  {
    name: 'openapi-generator java',
    needs: ['java', 'mvn'],
    files: {},
    commands: [
      ...openapiGenerator(
        'java',
        '--library',
        'native',
        '--global-property',
        'models,apis,supportingFiles,modelTests=false,apiTests=false',
      ),
      ['mvn', '-q', '-B', '-f', 'client/pom.xml', 'compile'],
    ],
  },
  {
    name: 'openapi-generator rust',
    needs: ['java', 'mvn', 'cargo'],
    files: {},
    commands: [
      ...openapiGenerator('rust'),
      ['cargo', 'check', '--quiet', '--manifest-path', 'client/Cargo.toml'],
    ],
  },
];

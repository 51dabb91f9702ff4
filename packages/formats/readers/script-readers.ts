import type { Variable } from '../src/variables.ts'
import type { Reader, ReadText } from './reader.ts'
import { run, versionFrom, withFiles } from './run-reader.ts'

const pythonScript = `
import json, os, sys
from dotenv import dotenv_values
folder, count = sys.argv[1], int(sys.argv[2])
def read(index):
    try:
        return dotenv_values(os.path.join(folder, str(index)))
    except Exception:
        return None
print(json.dumps([read(index) for index in range(count)]))
`

/** python-dotenv, reading files, so that Python's own handling of line breaks takes part. */
export const python: Reader = {
  name: 'python-dotenv',
  dialect: 'python',
  kind: 'real',
  version: versionFrom('python3', [
    '-c',
    'import dotenv; from importlib.metadata import version; print(version("python-dotenv"))',
  ]),
  read: (texts) => readWith('python3', ['-c', pythonScript], texts),
}

const yamlScript = `
import json, os, sys, yaml
folder, count = sys.argv[1], int(sys.argv[2])
def read(index):
    with open(os.path.join(folder, str(index)), newline='', encoding='utf-8') as file:
        return yaml.safe_load(file)
print(json.dumps([read(index) for index in range(count)]))
`

/** PyYAML, which implements YAML 1.1 strictly; for the yaml format, not for dotenv text. */
export const yamlInPython: Reader = {
  name: 'PyYAML',
  dialect: 'python',
  kind: 'real',
  version: versionFrom('python3', ['-c', 'import yaml; print(yaml.__version__)']),
  read: (texts) => readWith('python3', ['-c', yamlScript], texts),
}

const rubyScript = `
require 'dotenv'
require 'json'
folder, count = ARGV[0], ARGV[1].to_i
read = (0...count).map do |index|
  begin
    file = File.join(folder, index.to_s)
    Dotenv.respond_to?(:parse) ? Dotenv.parse(file) : Dotenv::Environment.new(file, false)
  rescue StandardError, ScriptError
    nil
  end
end
puts JSON.generate(read)
`

export const ruby: Reader = {
  name: 'ruby dotenv',
  dialect: 'ruby',
  kind: 'real',
  version: versionFrom('ruby', ['-e', 'require "dotenv"; require "dotenv/version"; puts Dotenv::VERSION']),
  read: (texts) => readWith('ruby', ['-e', rubyScript], texts),
}

function readWith(command: string, args: readonly string[], texts: readonly string[]): ReadText[] {
  return withFiles(texts, (folder) => {
    const answer = run(command, [...args, folder, String(texts.length)]).toString()
    const read = JSON.parse(answer) as (Record<string, string | null> | null)[]
    return read.map((record) => (record === null ? null : new Map(Object.entries(record).flatMap(known))))
  })
}

/** python-dotenv returns None for a name without `=`. */
function known([key, value]: [string, string | null]): [string, Variable][] {
  return value === null ? [] : [[key, { value }]]
}

const inPhp = (autoload: string, parse: string) => `
require '${autoload}';
$answer = [];
for ($index = 0; $index < (int) $argv[2]; $index++) {
    try {
        $answer[] = (object) ${parse}(file_get_contents($argv[1] . '/' . $index));
    } catch (Throwable $error) {
        $answer[] = null;
    }
}
echo json_encode($answer, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
`
const phpScript = inPhp('/usr/share/php/Dotenv/autoload.php', 'Dotenv\\Dotenv::parse')
const symfonyAutoload = '/usr/share/php/Symfony/Component/Dotenv/autoload.php'
const symfonyScript = inPhp(symfonyAutoload, '(new Symfony\\Component\\Dotenv\\Dotenv())->parse')

/** vlucas/phpdotenv, which Laravel uses to read its .env, from Debian's package. */
export const php: Reader = {
  name: 'phpdotenv',
  dialect: 'php',
  kind: 'real',
  version:
    versionFrom('php', [
      '-r',
      "require '/usr/share/php/Dotenv/autoload.php'; exit(class_exists('Dotenv\\Parser\\Parser') ? 0 : 1);",
    ]) === undefined
      ? undefined
      : '5',
  read: (texts) => readWith('php', ['-r', phpScript, '--'], texts),
}

/** symfony/dotenv, from Debian's package. It rejects commands, because Symfony's process component is not there. */
export const symfony: Reader = {
  name: 'symfony/dotenv',
  dialect: undefined,
  kind: 'real',
  version: versionFrom('php', [
    '-r',
    `require '${symfonyAutoload}'; echo class_exists('Symfony\\Component\\Dotenv\\Dotenv') ? 'installed' : exit(1);`,
  ]),
  read: (texts) => readWith('php', ['-r', symfonyScript, '--'], texts),
}

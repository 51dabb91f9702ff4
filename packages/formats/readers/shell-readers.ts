import type { Variable } from '../src/variables.ts'
import type { Reader, ReadText } from './reader.ts'
import { run, versionFrom, withFiles } from './run-reader.ts'

/**
 * Reads with `set -a; . file`, each text in its own subshell, and then prints the names that the text could set. PATH
 * is empty, so a text that runs a program finds none. The output of a text is discarded.
 */
export const bash: Reader = {
  name: 'bash',
  dialect: 'bash',
  kind: 'real',
  version: versionFrom('bash', ['-c', 'echo "$BASH_VERSION"']),
  read: (texts) => readInShell('bash', '. "$__reader_file"', texts),
}

/** Shells in which the shell format is evaluated. */
export const shells: readonly Pick<Reader, 'name' | 'version'>[] = [
  { name: 'bash', version: bash.version },
  { name: 'dash', version: versionFrom('dash', ['-c', 'echo installed']) },
]

/** fish, in which the shell format of its dialect is sourced. */
export const fish: Pick<Reader, 'name' | 'version'> = {
  name: 'fish',
  version: versionFrom('fish', ['--no-config', '-c', 'echo $version']),
}

/** What `source` in fish reads from each text. */
export function sourceInFish(texts: readonly string[]): ReadText[] {
  return withFiles(texts, (folder) =>
    texts.map((text, index) => {
      const names = Array.from(text.matchAll(/^set -gx (\w+) /gm), (match) => match[1] ?? '')
      const script = 'source $argv[1] 2>/dev/null; for name in $argv[2..]; printf "%s\\0" "$$name"; end'
      const values = run('fish', ['--no-config', '-c', script, `${folder}/${index}`, ...names])
        .toString()
        .split('\0')
      return new Map(names.map((name, index) => [name, { value: values[index] ?? '' }]))
    }),
  )
}

/** What `eval` in `shell` reads from each text, as people use the shell format. */
export function evalInShell(shell: string, texts: readonly string[]): ReadText[] {
  return readInShell(shell, 'eval "$(/bin/cat "$__reader_file")"', texts)
}

function readInShell(shell: string, load: string, texts: readonly string[]): ReadText[] {
  // Names that no text is likely to set; one that a text seems to set must not be found here.
  const script = `PATH=/nonexistent
__reader_folder=$1
shift
__reader_index=0
for __reader_names; do
  __reader_file=$__reader_folder/$__reader_index
  (
    set -a
    { ${load}; } >/dev/null 2>&1
    set +a
    IFS=' '
    for __reader_name in $__reader_names; do
      eval "if [ \\"\\\${$__reader_name+set}\\" = set ]; then printf '%s\\\\0%s\\\\0' $__reader_name \\"\\\${$__reader_name}\\"; fi"
    done
  ) 2>/dev/null
  printf '\\0'
  __reader_index=$((__reader_index + 1))
done
`
  if (texts.length === 0) return []
  return withFiles(texts, (folder) =>
    splitRecords(run(shell, ['-c', script, shell, folder, ...texts.map(namesIn)]).toString()),
  )
}

/** Every word that a line of the text could set. */
function namesIn(text: string): string {
  const names = text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)=/gm)
  return [...new Set(Array.from(names, (match) => match[1] ?? ''))].join(' ')
}

function splitRecords(output: string): ReadText[] {
  const records: ReadText[] = []
  let current = new Map<string, Variable>()
  const parts = output.split('\0')
  for (let index = 0; index < parts.length - 1; ) {
    const name = parts[index] ?? ''
    if (name === '') {
      records.push(current.size > 0 ? current : null)
      current = new Map()
      index += 1
    } else {
      current.set(name, { value: parts[index + 1] ?? '' })
      index += 2
    }
  }
  return records
}

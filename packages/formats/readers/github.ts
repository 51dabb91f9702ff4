import type { Variable } from '../src/variables.ts'
import type { ReadText } from './reader.ts'

/** Port of what a GitHub runner (on Linux and macOS) does with `$GITHUB_ENV`: actions/runner, FileCommandManager. */
export function readGithubEnv(text: string): ReadText {
  const read = new Map<string, Variable>()
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  while (lines.length > 0) {
    const line = lines.shift() ?? ''
    if (line === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      read.set(line.slice(0, equals), { value: line.slice(equals + 1) })
      continue
    }
    const name = line.slice(0, heredoc)
    const delimiter = line.slice(heredoc + 2)
    const end = lines.indexOf(delimiter)
    if (heredoc < 1 || delimiter === '' || end < 0) return null
    if (name.toUpperCase() === 'NODE_OPTIONS') return null
    const value = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n')
    read.set(name, { value })
  }
  return read
}

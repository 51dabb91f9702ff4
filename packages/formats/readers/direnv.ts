import { toVariables } from '../src/variables.ts'
import type { Reader, ReadText } from './reader.ts'
import { run, versionFrom, withFiles } from './run-reader.ts'

/** What `dotenv` in an .envrc of direnv reads: it fails on a line that it cannot parse. */
export const direnv: Reader = {
  name: 'direnv',
  dialect: undefined,
  kind: 'real',
  version: versionFrom('direnv', ['version']),
  read: (texts) =>
    withFiles(texts, (folder) =>
      run('sh', ['-c', script, 'sh', folder, String(texts.length)], '', environment),
    )
      .toString()
      .split('\0')
      .slice(0, -1)
      .map(readAnswer),
}

/** direnv wants a home for its settings; it has none here. */
const environment = { LC_ALL: 'C.UTF-8', HOME: '/nonexistent' }

const script = `index=0
while [ "$index" -lt "$2" ]; do
  direnv dotenv json "$1/$index" 2>/dev/null
  printf '\\0'
  index=$((index + 1))
done
`

const readAnswer = (answer: string): ReadText =>
  answer === '' ? null : toVariables(JSON.parse(answer) as Record<string, string>)

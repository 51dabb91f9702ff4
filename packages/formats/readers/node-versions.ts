import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toVariables } from '../src/variables.ts'
import type { Reader, ReadText } from './reader.ts'
import { run, versionFrom } from './run-reader.ts'

/**
 * Node's own reader has changed between releases, so every release in use is tested as a separate program. They are
 * large and nothing else needs them: `node packages/formats/readers/node-versions.ts` downloads them from the package
 * registry.
 */
const releases = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'] as const

const folder = fileURLToPath(new URL('../../../node_modules/.cache/envhold/node-releases', import.meta.url))
const programOf = (release: string) => join(folder, release, 'package', 'bin', 'node')

const script = `
const { parseEnv } = require('node:util')
let input = ''
process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
  const read = (text) => { try { return parseEnv(text) } catch { return null } }
  console.log(JSON.stringify(JSON.parse(input).map(read)))
})
`

export const nodeReleases: readonly Reader[] = releases.map((release) => ({
  name: `node --env-file of Node ${release.split('.')[0]}`,
  dialect: 'node',
  kind: 'real',
  version: existsSync(programOf(release)) ? versionFrom(programOf(release), ['--version']) : undefined,
  read: (texts) => {
    const printed = run(programOf(release), ['-e', script], JSON.stringify(texts)).toString()
    const read = JSON.parse(printed) as (Record<string, string> | null)[]
    return read.map((record): ReadText => (record === null ? null : toVariables(record)))
  },
}))

/** Downloads what is missing. Throws if the registry has no package for this platform. */
function fetchReleases(): void {
  for (const release of releases) {
    if (existsSync(programOf(release))) continue
    const draft = join(folder, `${release}.${process.pid}`)
    mkdirSync(draft, { recursive: true })
    // biome-ignore lint/style/noProcessEnv: npm needs the settings that it was started with
    const env = { ...process.env, npm_config_update_notifier: 'false' }
    const name = `node-${process.platform}-${process.arch}@${release}`
    run('npm', ['pack', '--silent', '--pack-destination', draft, name], '', env)
    run('sh', ['-c', 'cd "$1" && tar -xzf *.tgz && rm *.tgz', 'sh', draft], '', env)
    rmSync(join(folder, release), { recursive: true, force: true })
    renameSync(draft, join(folder, release))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) fetchReleases()

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/root.mjs'

export interface Check {
  name: string
  what: string
  command: string[]
}

export interface Outcome {
  ok: boolean
  output: string
  seconds: number
}

/** One checker: several check the types that they share again, which takes 60 % more processor time. */
const tsc = ['node_modules/@typescript/native/bin/tsc', '--checkers', '1']
const depcruise = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
const biome = 'node_modules/@biomejs/biome/bin/biome'

const folders = ['packages', 'apps', 'dev', 'e2e'].filter((folder) => existsSync(join(root, folder)))

export const checks: Check[] = [
  { name: 'ladder', what: 'which module may import which', command: [depcruise, ...folders] },
  {
    name: 'unused',
    what: 'no unused files, exports or dependencies',
    command: ['node_modules/knip/bin/knip.js'],
  },
  { name: 'types', what: 'types of packages, server, command line, tools', command: [...tsc, '-p', '.'] },
  { name: 'types-web', what: 'types of the web app', command: [...tsc, '-p', 'apps/web'] },
  { name: 'lint', what: 'lint and format', command: [biome, 'check', '--error-on-warnings'] },
  { name: 'sizes', what: 'files stay small', command: ['dev/checks/sizes.ts'] },
  {
    name: 'complexity',
    what: 'long functions, parameters, imports of ours: never more than now',
    command: ['dev/checks/complexity.ts'],
  },
  { name: 'names', what: 'file and folder names say what is inside', command: ['dev/checks/names.ts'] },
  { name: 'words', what: 'names use the terms of the field', command: ['dev/checks/words.ts'] },
  {
    name: 'prose',
    what: 'comments, documents and texts in plain English: never less than now',
    command: ['dev/checks/prose.ts'],
  },
  { name: 'markdown', what: 'lines and decision records stay short', command: ['dev/checks/markdown.ts'] },
  {
    name: 'retention',
    what: 'docs/retention.md says what the sweeps delete',
    command: ['dev/checks/retention.ts'],
  },
  {
    name: 'kubernetes',
    what: 'the YAML of deploy/kubernetes is that of its manifests',
    command: ['dev/release/write-kubernetes.ts', '--check'],
  },
  {
    name: 'dependencies',
    what: 'docs/security/dependencies.md lists the packages of the bundle',
    command: ['dev/release/write-dependencies.ts', '--check'],
  },
  {
    name: 'patterns',
    what: 'regular expressions take linear time',
    command: ['dev/checks/regular-expressions.ts'],
  },
  { name: 'lock', what: 'the lock file contains every platform', command: ['dev/checks/lock-file.ts'] },
]

/** Runs one check in `folder` and returns its output. */
export function runCheck({ command }: Check, folder: string = root): Promise<Outcome> {
  const begun = performance.now()
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ ok: code === 0, output, seconds: (performance.now() - begun) / 1000 }),
    )
  })
}

// Writes the YAML of `kubernetes.ts` into `deploy/kubernetes`; with --check it only compares.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { root } from '../setup/root.mjs'
import { files } from './kubernetes.ts'

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [name, objects] of Object.entries(files)) {
  const path = join(root, 'deploy/kubernetes', name)
  const text = objects.map((object) => stringify(object, { aliasDuplicateObjects: false })).join('---\n')
  if (!isCheck) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } else if (read(path) !== text) stale.push(name)
}
for (const name of stale) console.error(`deploy/kubernetes/${name}: run node dev/release/write-kubernetes.ts`)
process.exit(stale.length > 0 ? 1 : 0)

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

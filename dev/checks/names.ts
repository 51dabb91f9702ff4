// A name says what is inside. These words say nothing, so such files collect everything.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listPaths } from './source-files.ts'

const saysNothing = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'lib',
  'misc',
  'core',
  'manager',
  'v2',
  'ee',
])
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const namedByConvention = /^[A-Z]+(\.md)?$/

export function judgeNames(root: string): string[] {
  const folders = ['packages', 'apps', 'dev', 'e2e'].filter((folder) => existsSync(join(root, folder)))
  return listPaths(root, folders).flatMap((path) => {
    const fault = findFault(path)
    return fault ? [`${path}: ${fault}`] : []
  })
}

export function findFault(path: string): string | undefined {
  const name = path.replace(/\/$/, '').split('/').at(-1) ?? ''
  const stem = name.split('.')[0] ?? ''
  if (saysNothing.has(stem.toLowerCase())) return `"${stem}" says nothing about what is inside`
  if (/^index\.[jt]sx?$/.test(name)) return 'no barrels: import the file that defines it'
  if (!kebabCase.test(name) && !namedByConvention.test(name)) return 'not in kebab-case'
  return undefined
}

if (import.meta.main) {
  const faults = judgeNames(process.argv[2] ?? '.')
  for (const fault of faults) console.log(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}

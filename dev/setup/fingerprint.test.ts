import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.mjs'

let folder = ''
let before = ''
const now = () => fingerprint(['app', 'lock'], folder)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'envhold-fingerprint-'))
  mkdirSync(join(folder, 'app', 'dist'), { recursive: true })
  writeFileSync(join(folder, 'lock'), '1')
  writeFileSync(join(folder, 'app', 'main.ts'), 'one')
  before = now()
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a touched file is the same file', () => {
  utimesSync(join(folder, 'app', 'main.ts'), 1, 1)
  expect(now()).toBe(before)
})

test('what is built and what tests is not an input', () => {
  writeFileSync(join(folder, 'app', 'dist', 'main.js'), 'built')
  writeFileSync(join(folder, 'app', 'main.test.ts'), 'tested')
  expect(now()).toBe(before)
})

test.each([
  ['a change', () => writeFileSync(join(folder, 'app', 'main.ts'), 'two')],
  ['a new file', () => writeFileSync(join(folder, 'app', 'other.ts'), '')],
  ['another name', () => renameSync(join(folder, 'app', 'main.ts'), join(folder, 'app', 'start.ts'))],
  ['a change of a single file', () => writeFileSync(join(folder, 'lock'), '2')],
])('%s is seen', (_, change) => {
  change()
  expect(now()).not.toBe(before)
})

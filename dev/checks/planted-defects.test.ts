import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup/root.mjs'
import { lineOfDefect, plantDefect } from './defect.ts'
import { plantedDefects } from './planted-defects.ts'

test.each(plantedDefects)('$what: its text is in $file, once', (defect) => {
  const content = readFileSync(join(root, defect.file), 'utf8')
  expect(plantDefect(content, defect)).not.toBe(content)
  expect(plantDefect(content, defect)).toBeDefined()
})

test('a text that is missing or there twice is not replaced', () => {
  const defect = { what: '', file: '', before: 'b', after: 'c' }
  expect(plantDefect('a\nb\n', defect)).toBe('a\nc\n')
  expect(lineOfDefect('a\nb\n', defect)).toBe(2)
  expect(plantDefect('a', defect)).toBeUndefined()
  expect(plantDefect('bab', defect)).toBeUndefined()
})

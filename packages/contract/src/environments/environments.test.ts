import { expect, test } from 'vitest'
import { environmentColor } from './environments.ts'

test.each([
  ['development', 'sky'],
  ['qa', 'indigo'],
  ['test', 'indigo'],
  ['staging', 'violet'],
  ['production', 'plum'],
  ['Prod', 'plum'],
  ['LIVE', 'plum'],
  ['dev', 'sky'],
  ['stage', 'violet'],
  ['production-eu', 'plum'],
  ['preview_57', 'brown'],
  ['preview', 'brown'],
  ['load-test', 'slate'],
  ['constructor', 'slate'],
] as const)('%s is %s unless somebody chose another', (name, color) => {
  expect(environmentColor({ name })).toBe(color)
  expect(environmentColor({ name, color: null })).toBe(color)
  expect(environmentColor({ name, color: 'brown' })).toBe('brown')
})

import { expect, test } from 'vitest'
import { findMissing } from './lock-file.ts'

const wants = (name: string) => ({ optionalDependencies: { [name]: '1.0.0' } })

test('a platform that is locked beside the package or above it is there', () => {
  const packages = {
    '': wants('top'),
    'node_modules/top': {},
    'node_modules/a': wants('top'),
    'apps/b/node_modules/@c/d': wants('e'),
    'apps/b/node_modules/@c/d/node_modules/e': {},
    'apps/b/node_modules/f': wants('top'),
  }
  expect(findMissing(packages)).toEqual([])
})

test('a platform that is not locked is named', () => {
  const packages = { '': wants('x'), 'node_modules/a': wants('b'), 'node_modules/c/node_modules/b': {} }
  expect(findMissing(packages)).toEqual([
    'package.json wants x 1.0.0, which is not locked',
    'node_modules/a wants b 1.0.0, which is not locked',
  ])
})

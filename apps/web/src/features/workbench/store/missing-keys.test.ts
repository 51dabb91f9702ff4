import { toVariables } from '@envhold/formats/variables.ts'
import { expect, test } from 'vitest'
import { findMissingKeys } from './filters.ts'

const environment = (name: string, variables: Record<string, string>, details = {}) => ({
  id: 1,
  name,
  protected: false,
  variables: toVariables(variables, details),
})

test('names keys that match and are missing here, with where they are', () => {
  const here = toVariables({ DATABASE_URL: '1' })
  const others = [
    environment('qa', { DATABASE_URL: '2', DATABASE_SEED: '3', PORT: '4' }),
    environment('development', { DATABASE_SEED: '5', DATABASE_LOG: '6' }),
    environment('b', { WAREHOUSE: '7' }, { WAREHOUSE: { note: 'Copy of the Database', due: null } }),
  ]
  expect(findMissingKeys('database', here, others)).toEqual([
    { key: 'DATABASE_LOG', environments: ['development'], note: undefined },
    { key: 'DATABASE_SEED', environments: ['qa', 'development'], note: undefined },
    { key: 'WAREHOUSE', environments: ['b'], note: 'Copy of the Database' },
  ])
  expect(findMissingKeys('', here, others)).toEqual([])
})

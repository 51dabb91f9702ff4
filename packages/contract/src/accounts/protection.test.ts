import { expect, test } from 'vitest'
import { isProtectedByName, lossDetails, readLossDetails } from './protection.ts'

test('production, prod and live are protected from the start, in any spelling', () => {
  expect(['production', 'Prod', 'LIVE'].map(isProtectedByName)).toEqual([true, true, true])
  expect(['preprod', 'live-1', 'staging', ''].map(isProtectedByName)).toEqual([false, false, false, false])
})

test('the details of a rejection are read as they were written', () => {
  const loss = { environment: 'production', replaced: 3, deleted: 1 }
  expect(readLossDetails(lossDetails(loss))).toEqual(loss)
  expect(readLossDetails([{ path: 'name', message: 'taken' }])).toBeUndefined()
  expect(readLossDetails(undefined)).toBeUndefined()
})

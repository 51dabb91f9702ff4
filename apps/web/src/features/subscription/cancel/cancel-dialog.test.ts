import { cancelReasons } from '@envhold/contract/billing/payments.ts'
import { expect, it } from 'vitest'
import { isReasonGiven, reasonOptions } from './cancel-dialog.tsx'

it('offers every reason in the order of the contract, each in words of its own', () => {
  expect(reasonOptions.map(({ value }) => value)).toEqual(cancelReasons)
  expect(new Set(reasonOptions.map(({ title }) => title)).size).toBe(7)
})

it('asks for words only where the reason is another one', () => {
  expect(cancelReasons.filter((reason) => !isReasonGiven(reason, ' \n'))).toEqual(['other'])
  expect(isReasonGiven('other', 'Moving on')).toBe(true)
})

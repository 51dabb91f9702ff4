import { expect, it } from 'vitest'
import { billingSearch } from './billing-search.ts'

it.each([
  [{ success: true }, { success: true }],
  [{ success: true, session_id: 'cs_1' }, { success: true }],
  [{ canceled: true }, { canceled: true }],
  [{ upgrade: true }, { upgrade: true }],
  [{ success: true, canceled: true }, { success: true }],
  [{ success: false, canceled: 1, upgrade: 'yes' }, {}],
  [{}, {}],
])('takes from %j: %j', (search, taken) => expect(billingSearch(search)).toEqual(taken))

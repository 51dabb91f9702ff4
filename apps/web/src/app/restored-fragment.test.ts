import { expect, test } from 'vitest'
import { restoredFragment } from './restored-fragment.ts'

test.each([
  ['/invite%23inv_aB3', '', '/invite#inv_aB3'],
  ['/not-me%23not-me.7..mh3k.a_b-c', '', '/not-me#not-me.7..mh3k.a_b-c'],
  ['/verify-email%2523eml_aB3', '', '/verify-email#eml_aB3'],
  ['/reset-password%23eml_aB3', '?gateway=1', '/reset-password?gateway=1#eml_aB3'],
  ['/invite', '', null],
  ['/project/7', '?tab=%23', null],
])('a gateway made %s%s of it: %s', (pathname, search, mailed) => {
  expect(restoredFragment({ pathname, search })).toBe(mailed)
})

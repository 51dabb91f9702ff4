import { expect, test } from 'vitest'
import { onlyNarrows } from './only-narrows.ts'

const key = {
  key_name: 'CI',
  permissions: '["read_variables","variables.api_inject"]',
  environment_access: '["1","2"]',
  allowed_ips: '["10.0.0.0/8","192.0.2.1"]',
  expires_at: 2_000,
  is_active: 1,
}

test.each<[string, Parameters<typeof onlyNarrows>[1], Partial<typeof key>?]>([
  ['nothing', {}],
  ['the same', key],
  ['fewer permissions', { permissions: '["read_variables"]' }],
  ['fewer environments', { environment_access: '["2"]' }],
  ['no environment', { environment_access: '[]' }],
  ['fewer addresses', { allowed_ips: '["192.0.2.1"]' }],
  ['a part of a range', { allowed_ips: '["10.1.0.0/16","10.2.3.4","::ffff:10.0.0.0/104"]' }],
  ['an address where all were allowed', { allowed_ips: '["192.0.2.1"]' }, { allowed_ips: '[]' }],
  ['an earlier expiry', { expires_at: 1_000 }],
  ['switched off', { is_active: 0 }],
  ['switched off and still off', { is_active: 0 }, { is_active: 0 }],
])('%s: narrows', (_, change, before = {}) => {
  expect(onlyNarrows({ ...key, ...before }, change)).toBe(true)
})

test.each<[string, Parameters<typeof onlyNarrows>[1], Partial<typeof key>?]>([
  ['another name', { key_name: 'CI 2' }],
  ['another permission', { permissions: '["read_variables","read_schema"]' }],
  ['another environment', { environment_access: '["1","3"]' }],
  ['all environments', { environment_access: null }],
  ['another address', { allowed_ips: '["10.0.0.0/8","192.0.2.1","192.0.2.2"]' }],
  ['a range beside them', { allowed_ips: '["11.0.0.0/8"]' }],
  ['a wider range', { allowed_ips: '["10.0.0.0/7"]' }],
  ['all addresses', { allowed_ips: '[]' }],
  ['a later expiry', { expires_at: 3_000 }],
  ['no expiry', { expires_at: null }],
  ['switched on', { is_active: 1 }, { is_active: 0 }],
  ['fewer permissions and another environment', { permissions: '[]', environment_access: '["3"]' }],
])('%s: does not', (_, change, before = {}) => {
  expect(onlyNarrows({ ...key, ...before }, change)).toBe(false)
})

test('a key for all environments is narrowed by any list', () => {
  const forAll = { ...key, environment_access: null }
  expect(onlyNarrows(forAll, { environment_access: '["3"]' })).toBe(true)
  expect(onlyNarrows(forAll, { environment_access: null })).toBe(true)
})

import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { describe, expect, it } from 'vitest'
import {
  apiKeyForm,
  bodyOf,
  changesOf,
  localMinute,
  newApiKey,
  newApiKeyForm,
  valuesOf,
} from './api-key-values.ts'

const key: ApiKey = {
  id: 'k1',
  key_name: 'CI',
  api_key_preview: 'pak_abc',
  permissions: ['read_variables', 'variables.api_inject'],
  environment_access: ['3'],
  allowed_ips: [],
  expires_at: '2026-03-01T12:00:30.500Z',
  is_active: true,
  deactivated_at: null,
  deactivated_reason: null,
  usage_count: 0,
  last_used_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  rate_limit_per_hour: 100,
  creator: { username: 'ada', email: 'ada@example.com' },
}

describe('the form of an API key', () => {
  it('refuses a choice of no environment, which would be taken for all', () => {
    const form = { ...newApiKey, name: 'CI' }
    expect(apiKeyForm.safeParse({ ...form, environment_access: [] }).error?.issues[0]?.message).toBe(
      'At least one environment must be selected',
    )
    expect(bodyOf({ ...form, environment_access: ['4'] }).environment_access).toEqual(['4'])
    expect(bodyOf({ ...form, environment_access: null }).environment_access).toBeNull()
  })

  it('sends the local minute as the moment it is, and nothing as never', () => {
    const moment = new Date(2026, 2, 1, 9, 5)
    expect(localMinute(moment)).toBe('2026-03-01T09:05')
    expect(bodyOf({ ...newApiKey, expires_at: '2026-03-01T09:05' }).expires_at).toBe(moment.toISOString())
    expect(bodyOf(newApiKey).expires_at).toBeNull()
  })

  it('takes along an address that was typed and not added', () => {
    const form = { ...newApiKey, allowed_ips: ['10.0.0.0/8'] }
    expect(bodyOf({ ...form, typed_ip: ' 203.0.113.7 ' }).allowed_ips).toEqual(['10.0.0.0/8', '203.0.113.7'])
    expect(bodyOf({ ...form, typed_ip: '10.0.0.0/8' }).allowed_ips).toEqual(['10.0.0.0/8'])
    expect(bodyOf({ ...form, typed_ip: ' ' }).allowed_ips).toEqual(['10.0.0.0/8'])
  })

  it('refuses what is no address, and a new key that has expired already', () => {
    expect(apiKeyForm.safeParse({ ...newApiKey, name: 'CI', typed_ip: '10.0.0' }).success).toBe(false)
    const past = { ...newApiKey, name: 'CI', expires_at: '2020-01-01T00:00' }
    expect(newApiKeyForm.safeParse(past).error?.issues[0]?.message).toBe('The expiry must not be in the past')
    expect(apiKeyForm.safeParse(past).success).toBe(true)
  })

  it('sends nothing for a key that was only looked at, seconds of its date included', () => {
    expect(changesOf(key, valuesOf(key))).toEqual({})
  })

  it('sends what was changed and nothing else', () => {
    expect(
      changesOf(key, { ...valuesOf(key), name: 'Deploy', is_active: false, environment_access: null }),
    ).toEqual({
      name: 'Deploy',
      is_active: false,
      environment_access: null,
    })
  })
})

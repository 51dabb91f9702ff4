import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { signInWithPasskey } from '@envhold/contract/accounts/passkey-authentication.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { inject } from '@envhold/contract/inject.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { describe, expect, it } from 'vitest'
import { answersOf, audienceText, curlExample, errorsOf, fieldsOf } from './describe-endpoint.ts'

const fieldNamed = (name: string, call: Endpoint = createVariable) =>
  fieldsOf(call).find((field) => field.name === name)

describe('a described endpoint', () => {
  it('lists what is sent, with place, type and limits', () => {
    expect(fieldNamed('key')).toEqual({
      name: 'key',
      place: 'body',
      type: 'string',
      required: true,
      note: 'at most 255 characters',
    })
    expect(fieldNamed('id')).toMatchObject({ place: 'path', required: true })
    expect(fieldNamed('x-master-password')).toMatchObject({ place: 'header', required: false })
    expect(fieldNamed('If-Match')?.note).toContain('412')
    expect(fieldNamed('Idempotency-Key')).toMatchObject({ place: 'header', required: false })
  })

  it('names defaults and choices', () => {
    expect(fieldsOf(inject).find(({ name }) => name === 'format')).toMatchObject({
      type: 'dotenv | json | yaml | github | shell',
      required: false,
      note: 'default dotenv',
    })
  })

  it('names a type that has a name', () => {
    expect(fieldNamed('response', signInWithPasskey)?.type).toBe('PasskeyAssertion')
  })

  it('says who may call, and what comes back', () => {
    expect(audienceText(readVariables)).toBe('Session or personal token with read_variables')
    const { permission: _, ...call } = readVariables
    const stats = { ...call, audience: 'operator', operatorPermission: 'admin.stats' } as const
    expect(audienceText(stats)).toBe('Session of an operator with admin.stats')
    expect(audienceText({ ...stats, stepUp: 'always' })).toBe(
      'Session of an operator with admin.stats, confirmed within 10 minutes',
    )
    expect(audienceText({ ...call, audience: 'webhook' })).toBe('Signature of a payment provider')
    expect(answersOf(readVariables)).toEqual(['environment', 'variables', 'details', 'version'])
    expect(errorsOf(readVariables)).toContainEqual(
      expect.objectContaining({ code: 'NOT_FOUND', status: 404 }),
    )
  })

  it.each(everyEndpoint.map((call) => [call.name, call] as const))('has a whole example of %s', (_, call) => {
    const example = curlExample(call, 'https://vault.example')
    expect(example).toContain('https://vault.example/api/')
    expect(example).not.toMatch(/[{]\w+[}]|undefined|null/)
    for (const field of fieldsOf(call)) expect(field.type).not.toBe('any')
  })

  it('makes an Idempotency-Key without a program that may be missing', () => {
    const [, command = ''] = /Idempotency-Key: \$\((.+)\)"/.exec(curlExample(createVariable, '')) ?? []
    const env = { PATH: '/usr/bin:/bin' }
    const keys = [1, 2].map(() => execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }))
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(2)
    for (const page of ['docs/api.md', 'docs/manual/api/api-conventions.md'])
      expect(readFileSync(new URL(`../../../../../../${page}`, import.meta.url), 'utf8')).toContain(
        `key=$(${command})`,
      )
  })
})

// What other tools write when variables are exported from them, as their writers are known to work, read by ours.

import { describe, expect, it } from 'vitest'
import { FormatError } from './format-error.ts'
import { findHazards } from './hazards.ts'
import { readVariables } from './read-variables.ts'
import { toRecord } from './variables.ts'

const values = {
  DATABASE_URL: 'postgres://shop:s3cret@db:5432/shop?sslmode=require',
  GREETING: 'Grüße, ada',
  HASHED: 'abc #def',
  JSON_CONFIG: '{"a": "b"}',
  PASSWORD: 'pa$$word with spaces',
  PRIVATE_KEY: '-----BEGIN KEY-----\nMIIE\n-----END KEY-----\n',
  QUOTE: "it's",
  REGEX: '^\\d+\\.\\w$',
}
type Values = Readonly<Record<string, string>>
const without = (...keys: (keyof typeof values)[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.some((name) => name === key)))
const lines = (of: Values, line: (key: string, value: string) => string) =>
  Object.entries(of)
    .map(([key, value]) => `${line(key, value)}\n`)
    .join('')

const json = (text: string) => toRecord(readVariables('json', text).variables)
const dotenv = (text: string) => readVariables('dotenv', text)
const read = (text: string) => toRecord(dotenv(text).variables)

describe('an export from another tool', () => {
  it.each(['Doppler', 'Heroku', 'SOPS', 'Infisical through jq'])('as JSON, from %s, is exact', () => {
    expect(json(JSON.stringify(values, null, 2))).toEqual(values)
  })

  it('as the list that Infisical writes, is rejected: the manual turns it into one object', () => {
    const list = Object.entries(values).map(([key, value]) => ({ key, value }))
    expect(() => json(JSON.stringify(list))).toThrow(FormatError)
  })

  it('as .env from Doppler keeps its doubled backslashes, so the manual takes JSON', () => {
    const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
    const text = lines(without('JSON_CONFIG'), (key, value) => `${key}="${escaped(value)}"`)
    expect(read(text)).toEqual({ ...without('JSON_CONFIG'), REGEX: '^\\\\d+\\\\.\\\\w$' })
  })

  it('as .env from Infisical is exact; a single quote inside is named', () => {
    const { variables, warnings } = dotenv(lines(values, (key, value) => `${key}='${value}'`))
    expect(toRecord(variables)).toEqual(values)
    expect(warnings.map(({ key }) => key)).toContain('QUOTE')
  })

  it('from Vercel is exact; a double quote inside is named', () => {
    const escaped = (value: string) => value.replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    const { variables, warnings } = dotenv(
      `# Created by Vercel CLI\n${lines(values, (key, value) => `${key}="${escaped(value)}"`)}`,
    )
    expect(toRecord(variables)).toEqual(values)
    expect(warnings.map(({ key }) => key)).toContain('JSON_CONFIG')
  })

  it('from `op inject` is exact where the quotes of the template do not occur in the value', () => {
    const template = lines(without('JSON_CONFIG'), (key, value) => `${key}="${value}"`)
    expect(read(template)).toEqual(without('JSON_CONFIG'))
  })

  it('from dotenvx, decrypted, is the text that was encrypted, with its public key', () => {
    const text = `#/---[DOTENV_PUBLIC_KEY]---/\nDOTENV_PUBLIC_KEY_PRODUCTION="03a1"\n\n# .env.production\n${lines(without('JSON_CONFIG'), (key, value) => `${key}="${value}"`)}`
    expect(read(text)).toEqual({ DOTENV_PUBLIC_KEY_PRODUCTION: '03a1', ...without('JSON_CONFIG') })
  })

  it('from dotenvx, still encrypted, is flagged', () => {
    const { variables } = dotenv('SECRET="encrypted:BDqDBibm4wsYqMpCjTQ6BsDHmMadg9K3"\n')
    expect(findHazards(variables)).toMatchObject([{ key: 'SECRET', hazard: 'foreign-value' }])
  })

  it('as .env from SOPS has no quotes and loses line breaks, so the manual takes JSON', () => {
    const text = lines(values, (key, value) => `${key}=${value.replaceAll('\n', '\\n')}`)
    const { DATABASE_URL, HASHED, PRIVATE_KEY } = read(text)
    expect(DATABASE_URL).toBe(values.DATABASE_URL)
    expect(HASHED).toBe('abc')
    expect(PRIVATE_KEY).not.toBe(values.PRIVATE_KEY)
  })
})

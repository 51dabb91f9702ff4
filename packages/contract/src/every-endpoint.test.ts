import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Endpoint, errorsOf } from './endpoint.ts'
import { errors } from './errors.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { openApiDocument } from './openapi/document.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value

test('lists every endpoint that a file of the contract defines, once', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(name),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(join(import.meta.dirname, name))),
  )
  const defined = modules.flatMap((module) => Object.values(module).filter(isEndpoint))
  expect(everyEndpoint.map(({ name }) => name).toSorted()).toEqual(defined.map(({ name }) => name).toSorted())
  expect(new Set(everyEndpoint.map(({ name }) => name)).size).toBe(everyEndpoint.length)
})

test.each(everyEndpoint.map((call) => [call.name, call] as const))('%s is whole', (_, call) => {
  const placeholders = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(call.params?.shape ?? {}).toSorted()).toEqual(placeholders.toSorted())
  // One kind of answer, unless all it does is to lead to another page.
  const kinds = [call.output, call.produces].filter((kind) => kind !== undefined)
  expect(kinds).toHaveLength(call.output === undefined && call.redirects ? 0 : 1)
  expect(call.permission !== undefined).toBe(call.audience === 'user')
  const own = call.errors ?? []
  expect(own.every((code) => code in errors)).toBe(true)
  const implied = errorsOf({ ...call, errors: [] })
  expect(own.filter((code) => implied.includes(code))).toEqual([])
})

test('every string that the API takes or gives has a maximum', () => {
  const unbounded: string[] = []
  const look = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, maxLength, pattern, format, enum: values, const: only } = schema as Record<string, unknown>
    if (type === 'string' && ![maxLength, pattern, format, values, only].some((limit) => limit !== undefined))
      unbounded.push(path)
    for (const [name, part] of Object.entries(schema)) look(part, `${path}/${name}`)
  }
  const document = openApiDocument({ url: 'http://localhost', version: '0' }) as {
    paths: Record<string, unknown>
  }
  for (const [path, calls] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(calls as Record<string, Record<string, unknown>>)) {
      look(call.requestBody, `${method} ${path} body`)
      // A text answer has no maximum; the parts that it consists of have one.
      const answers = Object.values(call.responses as Record<string, { content?: Record<string, unknown> }>)
      for (const { content } of answers) look(content?.['application/json'], `${method} ${path}`)
    }
  expect(unbounded).toEqual([])
})

test('every call that a wrong password can lock waits for its turn to check it', () => {
  const locked = everyEndpoint.filter((call) => call.vault || call.errors?.includes('LOCKED_OUT'))
  // A code is compared at once.
  const byCode = /Totp|RecoveryCode|openDeviceLogin/
  const waiting = locked.filter(({ name }) => !byCode.test(name))
  expect(waiting.filter((call) => !call.argon2 && !call.vault).map(({ name }) => name)).toEqual([])
})

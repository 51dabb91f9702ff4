import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const json = 'application/json'

test.each([
  ['no body at all', undefined, undefined],
  ['an empty one', json, Buffer.alloc(0)],
  ['a type and no body', json, undefined],
])('%s counts as an empty body, which suits calls whose fields are all optional', (_, type, body) => {
  expect(readBody(type, body)).toEqual({})
})

test.each([
  ['another type', 'text/plain', Buffer.from('{}'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['another content type without a body', 'text/plain', undefined, 'UNSUPPORTED_MEDIA_TYPE'],
  ['no type', undefined, Buffer.from('{}'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['incomplete JSON', json, Buffer.from('{"a":'), 'VALIDATION_FAILED'],
  ['bytes that are not UTF-8', json, Buffer.from([0x22, 0xff, 0x22]), 'VALIDATION_FAILED'],
])('%s is rejected', (_, type, body, code) => {
  expect(() => readBody(type, body)).toThrow(expect.objectContaining({ code }))
})

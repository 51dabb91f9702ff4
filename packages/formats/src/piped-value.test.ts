import { expect, it } from 'vitest'
import { pipedValue } from './piped-value.ts'

it.each([
  ['', ''],
  ['secret', 'secret'],
  ['secret\n', 'secret'],
  ['secret\r\n', 'secret'],
  ['secret \n', 'secret '],
  ['secret\r', 'secret\r'],
  ['a\rb\n', 'a\rb'],
  ['\n', ''],
  ['secret\n\n', 'secret\n\n'],
  ['one\ntwo', 'one\ntwo'],
  ['one\ntwo\n', 'one\ntwo\n'],
  ['one\r\ntwo\r\n', 'one\r\ntwo\r\n'],
])('a pipe with %j is the value %j', (text, value) => expect(pipedValue(text)).toBe(value))

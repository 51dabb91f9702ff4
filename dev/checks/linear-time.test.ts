// Code that reads outside input takes time in proportion to its length. `regular-expressions.ts` analyses each of our
// expressions; here the readers, and the libraries that they use, get long and awkward inputs. The time is the CPU
// time of this thread, so that a busy machine does not count.

import * as field from '@envhold/contract/fields.ts'
import { ipOrRange } from '@envhold/contract/ip-range.ts'
import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import { dialects } from '@envhold/formats/dialect.ts'
import { maskLines } from '@envhold/formats/masking.ts'
import { parseDotenv } from '@envhold/formats/parse-dotenv.ts'
import { parseJson } from '@envhold/formats/parse-json.ts'
import { render } from '@envhold/formats/render.ts'
import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import { parseServerSecrets } from '@envhold/integrity/server-secret.ts'
import { parseToken } from '@envhold/integrity/token.ts'
import { parseRecoveryKey } from '@envhold/vault/recovery-key.ts'
import { expect, test } from 'vitest'
import { readQuery } from '../../apps/server/src/http/read-call.ts'
import { clientIp } from '../../apps/server/src/http/requests/client-ip.ts'
import { readBody } from '../../apps/server/src/http/requests/read-body.ts'
import { cleanName } from '../../apps/server/src/mail/wording.ts'
import { root } from '../setup/root.mjs'
import { findFault, listRegularExpressions, patternOf } from './regular-expressions.ts'

type Read = (text: string) => unknown
const inOneValue = (write: (variables: Variables) => unknown) => (text: string) =>
  write(toVariables({ KEY: text }))
const addressBehind = clientIp(['10.0.0.0/8'])

const readers: Record<string, Read> = {
  parseDotenv,
  parseJson,
  'parseJson of one value': (text) => parseJson(JSON.stringify({ KEY: text })),
  ...Object.fromEntries(
    dialects.map((dialect) => [
      `render for ${dialect}`,
      inOneValue((variables) => render('dotenv', variables, { dialect })),
    ]),
  ),
  ...Object.fromEntries(
    (['json', 'yaml', 'github', 'shell'] as const).map((format) => [
      `render ${format}`,
      inOneValue((variables) => render(format, variables, { dialect: undefined })),
    ]),
  ),
  maskLines,
  email: (text) => field.email.safeParse(text),
  environmentName: (text) => field.environmentName.safeParse(text),
  time: (text) => field.time.safeParse(text),
  masterPassword: (text) => field.masterPassword.safeParse(text),
  ipOrRange: (text) => ipOrRange.safeParse(text),
  deviceName,
  parseRecoveryKey,
  parseToken,
  parseServerSecrets,
  cleanName,
  readQuery: (text) => readQuery(undefined, `/x?${text}`),
  'readBody’s content type': (text) => readBody(`application/json${text}`, undefined),
  'X-Forwarded-For': (text) => addressBehind('10.0.0.1', text),
}

const pumps = [
  ...['a', '0', ' ', '\n', '\t', '.', '/', '"', "'", '\\', '$', '=', '#', '-', ',', ':', '%', '&', '\0', 'é'],
  ...[
    'a.',
    'a ',
    '\r\n',
    ' #',
    '\\"',
    "'\n",
    '"a',
    'A=1\n',
    'A="',
    "A='\n",
    'export ',
    'a@',
    '${',
    '[',
    '{"a":',
  ],
  ...['%41', '10.0.0.1,', '::', ' \u00a0', '\u2028', '=\n'],
]
/**
 * Around the repeated part: a prefix with which an expression can start, and a suffix that keeps it from matching.
 */
const frames = [
  ['', ''],
  ['A="', ''],
  ['a@', '!'],
]

const length = 512
/**
 * Between the two lengths whose times are compared: linear time is this factor, quadratic its square. Large, so that a
 * clock that counts in ticks and a machine that is short of time cannot make one of the other.
 */
const factor = 32
const maxGrowth = factor ** 1.5
/** A long input that is read within this many microseconds needs no second look. */
const floor = 8_000
const rounds = 3
/** An average is of reads that take this many microseconds together. */
const measured = 50_000

const microseconds = (read: Read, input: string): number => {
  const before = process.threadCpuUsage()
  try {
    read(input)
  } catch {
    // A rejection is a valid result too: its time counts.
  }
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
/** What one read takes, from as many as a clock needs that counts in ticks of several milliseconds. */
const average = (read: Read, input: string) => {
  let total = 0
  let count = 0
  for (; total < measured; count++) total += microseconds(read, input)
  return total / count
}
const inputOf = (pump: string, [start = '', end = '']: readonly string[], size: number) =>
  start + pump.repeat(Math.ceil(size / pump.length)) + end

/** The inputs on which a reader's time grows faster than their length. */
const tooSlow = (read: Read, pumped = pumps) =>
  frames.flatMap((frame) =>
    pumped.filter((pump) => {
      // Most inputs are fast even at full length.
      const long = inputOf(pump, frame, length * factor)
      if (microseconds(read, long) < floor) return false
      const short = inputOf(pump, frame, length)
      return Array.from({ length: rounds }).every(
        () => average(read, long) > maxGrowth * average(read, short),
      )
    }),
  )

test.each(Object.keys(readers))('%s', (name) => {
  expect(tooSlow(readers[name] ?? (() => {}))).toEqual([])
})

test('every regular expression', () => {
  const literals = listRegularExpressions(root).flatMap(({ literal }) => literal ?? [])
  expect(literals.length).toBeGreaterThan(50)
  const slow = literals.flatMap((literal) => {
    const { source, flags } = patternOf(literal)
    const pattern = new RegExp(source, flags)
    const slow = tooSlow((text) => text.replace(pattern, ''))
    return slow.length > 0 ? [`${literal} on many ${slow.map((pump) => JSON.stringify(pump))}`] : []
  })
  expect(slow).toEqual([])
})

test('what is quadratic is found, by its time and by its pattern', () => {
  const literal = String.raw`/\.[^/]*$/`
  const pattern = new RegExp(patternOf(literal).source)
  expect(tooSlow((text) => pattern.test(`${text}/`), ['.'])).toContain('.')
  expect(findFault(literal)).toContain('more than linear')
  expect(findFault('/^[a-z]+$/')).toBeUndefined()
})

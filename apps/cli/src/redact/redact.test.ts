import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexPatterns } from './pattern-index.ts'
import { createRedactor } from './redacting-relay.ts'
import { isTooShort, secretForms, shortestSecret } from './secret-forms.ts'

const joined = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString()

/** All of it in these pieces, then the end. */
const redact = (forms: Iterable<string>, pieces: readonly (string | Uint8Array)[]): string => {
  const redactor = createRedactor(indexPatterns(forms))
  return joined([...pieces.map((piece) => redactor.push(Buffer.from(piece))), redactor.release()])
}
const redactValues = (values: readonly string[], text: string) => redact(secretForms(values), [text])

/** The same in the simplest way: mark every byte of every occurrence, then write each run of marks as one mask. */
const plainly = (forms: Iterable<string>, text: string): string => {
  const bytes = Buffer.from(text)
  const secret = new Uint8Array(bytes.length)
  for (const form of forms) {
    const formBytes = Buffer.from(form)
    for (let index = bytes.indexOf(formBytes); index >= 0; index = bytes.indexOf(formBytes, index + 1))
      secret.fill(1, index, index + formBytes.length)
  }
  const parts: Uint8Array[] = []
  for (let offset = 0; offset < bytes.length; offset++) {
    if (!secret[offset]) parts.push(bytes.subarray(offset, offset + 1))
    else if (offset === 0 || !secret[offset - 1]) parts.push(Buffer.from('***'))
  }
  return joined(parts)
}

const cut = (text: string, cuts: readonly number[]): Uint8Array[] => {
  const bytes = Buffer.from(text)
  const places = [...new Set(cuts.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
}

/** Few letters, so that values overlap, repeat, and begin with one another. */
const value = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '"', '\n', ' ', '/'),
  minLength: 1,
  maxLength: 14,
})

describe('a redactor', () => {
  test('masks the values in the text, in any chunks', () => {
    const inputs = fc.record({
      values: fc.array(value, { minLength: 1, maxLength: 6 }),
      words: fc.array(fc.oneof(value, fc.nat(5)), { maxLength: 20 }),
      cuts: fc.array(fc.nat(400), { maxLength: 30 }),
    })
    fc.assert(
      fc.property(inputs, ({ values, words, cuts }) => {
        const forms = [...secretForms(values)]
        const text = words
          .map((word) => (typeof word === 'number' ? (forms[word * 7] ?? '-') : word))
          .join('')
        expect(redact(forms, cut(text, cuts))).toBe(plainly(forms, text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('after a pause inside a value shows only what was shown then', () => {
    fc.assert(
      fc.property(value, value, fc.array(fc.nat(60), { maxLength: 12 }), (secret, before, cuts) => {
        fc.pre(secret.length >= shortestSecret)
        const forms = secretForms([secret])
        const redactor = createRedactor(indexPatterns(forms))
        const text = `${before}|${secret}|${before}`
        let out = ''
        for (const piece of cut(text, cuts)) out += joined([redactor.push(piece), redactor.release()])
        // With pauses everywhere, at worst the value without its last piece shows.
        expect(out).not.toContain(secret)
        expect(out.length).toBeLessThanOrEqual(text.length + 3 * cuts.length + 3)
      }),
      { numRuns: 2_000 },
    )
  })

  test('holds back only what may be the beginning of a value', () => {
    const redactor = createRedactor(indexPatterns(secretForms(['correct horse'])))
    expect(joined([redactor.push(Buffer.from('Password: '))])).toBe('Password: ')
    expect(redactor.waiting).toBe(false)
    expect(joined([redactor.push(Buffer.from('it is corr'))])).toBe('it is ')
    expect(redactor.waiting).toBe(true)
    expect(joined([redactor.release()])).toBe('corr')
    expect(redactor.waiting).toBe(false)
    expect(joined([redactor.push(Buffer.from('ect horse!'))])).toBe('***!')
  })

  test('waits for the longer of two values, and masks the shorter when it is alone', () => {
    const forms = ['secret', 'secret-and-more']
    expect(redact(forms, ['a secret', '-and-more b'])).toBe('a *** b')
    expect(redact(forms, ['a secret', '-and-less b'])).toBe('a ***-and-less b')
    expect(redact(forms, ['a secret'])).toBe('a ***')
  })

  test('bytes that are not text pass unchanged', () => {
    const bytes = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 31) % 256)
    const redactor = createRedactor(indexPatterns(secretForms(['hunter2-hunter2'])))
    expect(Buffer.concat([redactor.push(bytes), redactor.release()]).equals(bytes)).toBe(true)
  })

  test('without values everything passes', () => {
    expect(redact([], ['a', 'b'])).toBe('ab')
  })
})

describe('a value is recognised as', () => {
  const secret = 'pa"ss/wörd +&\'1'
  test.each([
    ['itself', secret],
    ['JSON', JSON.stringify({ secret })],
    ['JSON inside JSON', JSON.stringify(JSON.stringify({ secret }))],
    ['ASCII JSON', '"pa\\"ss/w\\u00f6rd +&\'1"'],
    ['JSON with its slashes escaped', '"pa\\"ss\\/w\\u00f6rd +&\'1"'],
    ['JSON for HTML', '"pa\\"ss/wörd +\\u0026\'1"'],
    ['a part of a URL', `https://x?q=${encodeURIComponent(secret)}`],
    ['a field of a form', `q=${new URLSearchParams({ secret })}`],
    ['URL encoding in small letters', encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())],
    ['Base64', Buffer.from(secret).toString('base64')],
    ['Base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['hexadecimal', Buffer.from(secret).toString('hex')],
    ['a word of a shell', `'${secret.replaceAll("'", "'\\''")}'`],
  ])('%s', (_, text) => {
    const redacted = redactValues([secret], text)
    expect(redacted).toContain('***')
    for (const part of ['ss/w', 'ss\\/w', 'c3MvdwNy', '73732f', 'w%C3', 'w%c3', 'ss%2'])
      expect(redacted).not.toContain(part)
  })

  const password = 'p~s"s*w(rd)! 1/2\'`ö&'
  test.each([
    ['the password of a URL', "p~s%22s*w(rd)!%201%2F2'%60%C3%B6&"],
    ['quote of Python', 'p~s%22s%2Aw%28rd%29%21%201/2%27%60%C3%B6%26'],
    ['quote_plus of Python with a slash', 'p~s%22s%2Aw%28rd%29%21+1/2%27%60%C3%B6%26'],
    ['rawurlencode of PHP', 'p~s%22s%2Aw%28rd%29%21%201%2F2%27%60%C3%B6%26'],
    ['urlencode of PHP', 'p%7Es%22s%2Aw%28rd%29%21+1%2F2%27%60%C3%B6%26'],
    ['QueryEscape of Go', 'p~s%22s%2Aw%28rd%29%21+1%2F2%27%60%C3%B6%26'],
    ['HttpUtility of .NET', 'p%7es%22s*w(rd)!+1%2f2%27%60%c3%b6%26'],
    ['RFC 3986 in small letters', 'p~s%22s%2aw%28rd%29%21%201%2f2%27%60%c3%b6%26'],
    ['JSON of .NET', 'p~s\\u0022s*w(rd)! 1/2\\u0027\\u0060\\u00F6\\u0026'],
  ])('%s, as a whole', (_, text) => expect(redactValues([password], `<${text}>`)).toBe('<***>'))

  test('Base64 of a surrounding text, at any position', () => {
    for (const user of ['u', 'us', 'use', 'user']) {
      const header = Buffer.from(`${user}:correct horse battery:x`).toString('base64')
      const redacted = redactValues(['correct horse battery'], `Authorization: Basic ${header}`)
      expect(redacted).toContain('***')
      const left = Buffer.from(redacted.replace(/^.*Basic /, '').replace('***', ''), 'base64').toString(
        'latin1',
      )
      expect(left).not.toMatch(/corr|horse|batt/)
    }
  })

  test('wrapped Base64, line by line', () => {
    const long = 'x1'.repeat(120)
    const base64 = Buffer.from(long).toString('base64')
    for (const width of [64, 76]) {
      const lines = base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
      const redacted = redactValues([long], `${lines.join('\n')}\n`)
      expect(redacted.replaceAll('***', '').replaceAll('\n', '').length).toBeLessThan(shortestSecret)
    }
  })

  test('each of its lines, except those without content', () => {
    const key = '-----BEGIN KEY-----\r\nMIIEvQIBADANBg\r\n{      }\r\nshort\r\n-----END KEY-----'
    expect(redactValues([key], 'a MIIEvQIBADANBg b {      } short')).toBe('a *** b {      } short')
    expect(redactValues([key], key)).toBe('***')
  })

  test('nothing when it is too short, which is reported', () => {
    expect(redactValues(['3000', 'true', ''], 'listening on 3000: true')).toBe('listening on 3000: true')
    expect([isTooShort('3000'), isTooShort('300000'), isTooShort(''), isTooShort('a\nb')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})

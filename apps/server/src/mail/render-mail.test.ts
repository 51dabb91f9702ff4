import { formatCount } from '@envhold/contract/format-count.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateList } from './every-template.ts'
import { examplesOf, type MailTemplate } from './mail-template.ts'
import { renderMail } from './render-mail.ts'
import { accountDeleted } from './templates/accounts.ts'
import { apiKeyCreated, variablesDue } from './templates/api-keys.ts'
import { paymentFailed, paymentReceipt } from './templates/payments.ts'
import { subscriptionEnded } from './templates/subscriptions.ts'
import { dayOf, moneyOf, rightsOf } from './wording.ts'

const url = 'https://vault.example.com'
const invisible = /[\u200c\u2068\u2069]/g

/** What a reader sees of the HTML: its text, without the marks inside names. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(/<\/?(?:strong|bdi|a)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')

/** Each example as the mail shows it. */
const factsOf = (template: MailTemplate): string[] =>
  Object.values(template.variables).flatMap(({ type, example }) => {
    if (Array.isArray(example)) return example.map(String)
    if (type === 'id') return []
    if (type === 'time') return dayOf(Number(example))
    if (type === 'count') return formatCount(Number(example))
    if (type === 'amount') return moneyOf(Number(example), 'USD')
    if (type === 'role') return rightsOf(example === 'read' ? 'read' : 'write')
    return String(example)
  })

const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('no two templates have one name', () => {
  expect(new Set(templateList.map(({ name }) => name)).size).toBe(templateList.length)
})

test.each(templateList.map((template) => [template.name, template] as const))(
  '%s has the same content as text and as HTML',
  async (_, template) => {
    const { subject, html, text } = await renderMail(template, examplesOf(template), url)
    const words = wordsOf(html)
    for (const fact of factsOf(template)) {
      expect(words).toContain(fact)
      expect(text.replace(invisible, '')).toContain(fact)
    }
    for (const part of [words, text]) {
      expect(part).toContain(`Sent by Envhold at ${url}`)
      expect(part).toMatch(/You received this e-mail because [a-z].*\.\s*$/)
      expect(part).not.toMatch(/!|undefined|\[object/)
    }
    expect(subject).toMatch(/^\S.{5,100}$/)
    // Every line of the text is also in the HTML: as it is, as a row of two cells, or as a button.
    for (const line of text.replace(invisible, '').split('\n'))
      if (!/^(?:-- |https?:|$)/.test(line))
        expect(
          [line, line.replace(': ', ' '), line.replace(/:$/, '')].some((way) => words.includes(way)),
        ).toBe(true)
  },
)

test.each(templateList.map((template) => [template.name, template] as const))(
  '%s loads nothing and links only to this instance',
  async (_, template) => {
    const { html, text } = await renderMail(template, examplesOf(template), url)
    expect(html).not.toMatch(
      /<(?:img|script|link|iframe|form|object|svg|video|base)\b|url\(|@import|src=|background=/i,
    )
    for (const href of hrefsOf(html)) expect(href).toMatch(/^https:\/\/vault\.example\.com(?:\/|$)/)
    for (const [address] of text.matchAll(/https?:\S+/g))
      expect(address).toMatch(/^https:\/\/vault\.example\.com/)
  },
)

test.each(templateList.map((template) => [template.name, template] as const))(
  '%s shows where its button leads',
  async (_, template) => {
    const { html } = await renderMail(template, examplesOf(template), url)
    const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, words]) => ({
      href,
      words,
    }))
    for (const { href } of links) expect(links).toContainEqual({ href, words: href })
  },
)

const hostile = {
  'a script': '<script>alert(1)</script>',
  'an image that runs something': '"><img src=x onerror=alert(1)>',
  'a header': 'Shop\r\nBcc: everybody@example.com',
  'control characters': 'Shop\u2028\u0000\u001b[31m',
  'letters turned around': '\u202egpj.exe',
  'right to left': 'חנות \u200fשלום',
  'one emoji after another': '👩‍👩‍👧‍👦'.repeat(100),
  'a hundred letters': 'x'.repeat(100),
  'accents upon accents': 'e\u0301\u0302\u0303\u0304\u0305'.repeat(90),
  'an address': 'https://evil.example.com/login is new, visit evil.example.com',
  'half a character': '\ud800',
  nothing: '',
  'a property of every object': '__proto__',
  'a template': '{{7*7}}',
}

const renderNamed = (name: string) =>
  renderMail(apiKeyCreated, { project: name, key: name, person: name }, url)

test.each(Object.entries(hostile))('names that are %s are harmless', async (_, name) => {
  const { subject, html, text } = await renderNamed(name)
  expect(html).not.toMatch(/<(?:script|img)/i)
  expect(hrefsOf(html)).toEqual(
    (await renderNamed('Shop')).html.match(/href="[^"]*"/g)?.map((h) => h.slice(6, -1)),
  )
  expect(subject).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028]/u)
  expect(subject.length).toBeLessThan(300)
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e]|^Bcc:/mu)
  // No mail program turns it into a link.
  expect(text).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(html).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(text.isWellFormed()).toBe(true)
  expect(text.length).toBeLessThan(2_500)
})

test('any name leaves the rest of the mail unchanged', async () => {
  const structureOf = (html: string) => html.replace(/>[^<]*</g, '><')
  const plain = structureOf((await renderNamed('Shop')).html)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (name) => {
      const { subject, html } = await renderNamed(name)
      expect(structureOf(html)).toBe(plain)
      expect(subject).not.toMatch(/[\r\n]/)
    }),
    { numRuns: 200 },
  )
})

test('rejects variables that a template does not have', async () => {
  for (const template of templateList)
    await expect(renderMail(template, { ...examplesOf(template), more: 'x' }, url)).rejects.toThrow()
})

test('a mail that says whom to write to says where, and one with a link until when it works', async () => {
  for (const template of templateList) {
    const { text } = await renderMail(template, examplesOf(template), url)
    if (/contact us|write to (?:support|us|the operators)/.test(text))
      expect(text).toMatch(/support@example\.com|https:\/\/vault\.example\.com\/contact/)
    if (template.secret && 'expires' in template.variables) expect(text).toContain('15:00 UTC')
  }
})

test('the free plan is named only by a variable: operators can rename it', async () => {
  for (const template of templateList) {
    const examples = JSON.stringify(examplesOf(template)).replaceAll('"Free"', '"Hobby"')
    const { subject, text } = await renderMail(template, JSON.parse(examples), url)
    expect(subject + text).not.toContain('Free')
  }
})

test.each([
  [500, 'USD', '$5.00'],
  [123_456, 'EUR', '€1,234.56'],
  [500, 'JPY', '¥500'],
  [1_500, 'KWD', 'KWD\u00a01.500'],
  [0, 'USD', '$0.00'],
])('%i in %s is %s', (amount, currency, text) => {
  expect(moneyOf(amount, currency)).toBe(text)
})

test.each([
  [{ projects: 1, people: 0 }, 'You have 1 project more than'],
  [{ projects: 0, people: 2 }, 'You have 2 people more than'],
  [{ projects: 3, people: 1 }, 'You have 3 projects and 1 person more than'],
  [{ projects: 0, people: 0 }, 'Everything you have fits into it'],
])('a subscription that ended with %o more says so', async (excess, sentence) => {
  const { html, text } = await renderMail(
    subscriptionEnded,
    { plan: 'Pro', now: 'Free', unpaid: [], other: [], ...excess },
    url,
  )
  for (const part of [wordsOf(html), text]) expect(part.replace(invisible, '')).toContain(sentence)
})

const failed = (tries: number) => ({
  ...examplesOf(paymentFailed),
  tries,
  left: 4 - tries,
  ends: Date.UTC(2027, 0, 9),
  total: 1_080,
  currency: 'EUR',
  invoice: ['INV-7'],
})

test('each of the five mails about a failed payment differs, and says what is due until when', async () => {
  const mails = []
  for (let tries = 0; tries <= 4; tries++) mails.push(await renderMail(paymentFailed, failed(tries), url))
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your payment for Pro failed',
    'Your payment for Pro failed again: 3 tries left',
    'Your payment for Pro failed again: 2 tries left',
    'Your payment for Pro failed again: 1 try left',
    'Your Pro subscription ends on Jan 9, 2027 unless you pay',
  ])
  for (const { text } of mails)
    for (const part of ['Amount due: €10.80 EUR', 'Invoice: INV-7', 'Plan ends on: Jan 9, 2027'])
      expect(text).toContain(part)
  expect(mails.map(({ text }) => /Tries left: (\d)/.exec(text)?.[1])).toEqual(['4', '3', '2', '1', undefined])
})

test('a mail that was queued before its variables were added is still sent', async () => {
  const { plan, provider, next } = examplesOf(paymentFailed)
  const old = { plan, provider, next } as ReturnType<typeof failed>
  const { text } = await renderMail(paymentFailed, old, url)
  expect(text).not.toMatch(/Amount|Invoice|ends on/)
})

test('the mail about the end says that the payment failed, and a receipt names tax only where there is some', async () => {
  const end = { plan: 'Pro', now: 'Free', projects: 0, people: 0, other: [] }
  expect((await renderMail(subscriptionEnded, { ...end, unpaid: ['Stripe'] }, url)).text).toContain(
    'Stripe could not collect',
  )
  expect((await renderMail(subscriptionEnded, { ...end, unpaid: [] }, url)).text).not.toContain('collect')
  const receipt = examplesOf(paymentReceipt)
  expect((await renderMail(paymentReceipt, receipt, url)).text).toContain('Tax in it: $0.80')
  expect((await renderMail(paymentReceipt, { ...receipt, tax: 0 }, url)).text).not.toMatch(/tax/i)
})

test('dates are written in the time zone of the reader; an unknown one is UTC', async () => {
  const until = Date.UTC(2026, 11, 22, 23, 30)
  const textIn = async (zone: string | null) =>
    (await renderMail(accountDeleted, { until }, url, { zone })).text
  expect(await textIn(null)).toContain('Dec 22, 2026, 23:30 UTC')
  expect(await textIn('Nowhere/Land')).toContain('Dec 22, 2026, 23:30 UTC')
  expect(await textIn('Asia/Tokyo')).toContain('Dec 23, 2026, 08:30 GMT+9')
  // The day of a variable is one of the calendar: it is the same everywhere.
  const due = { ...examplesOf(variablesDue), due: Date.UTC(2026, 11, 22) }
  const { subject, text } = await renderMail(variablesDue, due, url, { zone: 'America/New_York' })
  for (const written of [subject, text]) expect(written).toContain('Dec 22, 2026')
})

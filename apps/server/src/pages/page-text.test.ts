import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { retention } from '@envhold/contract/archive/archive.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageText } from './page-text.ts'

let dataDir: string
const rejected: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'envhold-texts-'))
  await mkdir(join(dataDir, 'pages'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const open = (name: 'privacy' | 'terms' | 'about') =>
  pageText(name, {
    config: { dataDir, publicUrl: 'https://vault.example.com', supportEmail: 'help@example.com' },
    log: { pageTextRejected: ({ file, why }) => void rejected.push(`${file}: ${why}`) },
  })
const write = (name: string, text: string | Uint8Array) =>
  writeFile(join(dataDir, 'pages', `${name}.md`), text)

test.each(['privacy', 'terms', 'about'] as const)(
  'the built-in text of %s has no slot left',
  async (name) => {
    const { text, textNote } = await open(name)()
    expect(text).toMatch(/^<h1>/)
    expect(text).not.toMatch(/\{\{|\}\}|undefined/)
    expect(text).toContain('https://vault.example.com')
    expect(text).toContain('<a href="mailto:help@example.com">help@example.com</a>')
    expect(textNote).toMatch('comes with Envhold')
  },
)

test('the policies state the periods by which the sweeps delete', async () => {
  const { text: privacy } = await open('privacy')()
  const { text: terms } = await open('terms')()
  expect(privacy).toContain('Last updated January 1, 2025')
  expect(terms).toContain('Last updated January 1, 2025')
  for (const said of [
    `until ${retention.deletedAccountDays} days after you delete your account`,
    `${retention.usageDays} days`,
    `until ${retention.browserDays} days after the last sign-in`,
    'also if they never create an account',
    `${retention.billingYears} years`,
    `${retention.supportYears} years`,
    `at most ${retention.mailDays} days`,
    `removed within ${retention.deletedDataDays} days`,
    'answer requests within 30 days',
    'anyone under 13',
  ])
    expect(privacy).toContain(said)
  for (const said of [
    'at least 18 years old',
    'all your projects become read-only until you',
    'an uptime of 99.9 %',
    'price changes 30 days in advance',
    'in the 12 months before',
    'Claims under 10,000 US dollars',
    `restored for ${retention.archivedProjectDays} days`,
  ])
    expect(terms).toContain(said)
})

test('no text claims a certificate', async () => {
  for (const name of ['privacy', 'terms', 'about'] as const) {
    const { text } = await open(name)()
    for (const sentence of String(text)
      .split('.')
      .filter((part) => /SOC 2|HIPAA/.test(part)))
      expect(sentence).toMatch(/not claim|no SOC 2/)
  }
})

test('an operator’s file replaces the text, also while the server runs', async () => {
  const read = open('privacy')
  expect((await read()).textNote).toMatch('comes with Envhold')
  await write('privacy', '# Ours\n\nWe answer at {{support}}, {{unknown}} stays.')
  expect(await read()).toEqual({
    text: '<h1>Ours</h1>\n<p>We answer at <a href="mailto:help@example.com">help@example.com</a>, {{unknown}} stays.</p>\n',
    textNote: 'The operator of this instance wrote this text.',
  })
  await write('privacy', '# Ours, changed')
  expect((await read()).text).toBe('<h1>Ours, changed</h1>\n')
  await rm(join(dataDir, 'pages', 'privacy.md'))
  expect((await read()).textNote).toMatch('comes with Envhold')
})

test('hostile Markdown becomes text', async () => {
  await write(
    'terms',
    [
      '<script src="https://evil.example/x.js"></script>',
      'a <img src=x onerror=alert(1)> b <b>bold</b>',
      '![picture](https://evil.example/p.png)',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](//evil.example) [e](file:///etc/passwd)',
      '[f](JaVaScRiPt:alert(1)) [g](&#106;avascript:alert(1)) <javascript:alert(1)>',
      '[h](https://example.com "\\"><script>")',
      '```html"><script>\n</code></pre><script>alert(1)</script>\n```',
    ].join('\n\n'),
  )
  const text = String((await open('terms')()).text)
  const tags = new Set([...text.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag))
  expect([...tags].sort()).toEqual(['a', 'code', 'p', 'pre'])
  expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://evil.example/p.png',
    'https://example.com',
  ])
  expect(text).not.toMatch(/<[^>]*\s(src|on\w+|style)=/)
  await rm(join(dataDir, 'pages', 'terms.md'))
})

test.each([
  ['larger than 200 KB', 'x'.repeat(200 * 1_024 + 1)],
  ['not UTF-8', Uint8Array.of(0xff, 0xfe, 0x00)],
  ['empty', ' \n'],
])('a file that is %s is logged once, and the built-in text stays', async (why, content) => {
  rejected.length = 0
  await write('about', content)
  const read = open('about')
  expect((await read()).textNote).toMatch('comes with Envhold')
  expect((await read()).text).toMatch(/^<h1>About Envhold/)
  expect(rejected).toEqual([`pages/about.md: ${why}`])
})

test('a folder in place of the file is rejected, too', async () => {
  rejected.length = 0
  await rm(join(dataDir, 'pages', 'about.md'), { force: true })
  await mkdir(join(dataDir, 'pages', 'about.md'))
  expect((await open('about')()).textNote).toMatch('comes with Envhold')
  expect(rejected).toEqual(['pages/about.md: not a file that can be read'])
})

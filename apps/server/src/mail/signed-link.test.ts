import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import { linkSigner, renderMail } from './render-mail.ts'
import { formatSignedLink, isSignedFor, parseSignedLink } from './signed-link.ts'
import { passkeyAdded } from './templates/factors.ts'
import { newSignIn } from './templates/sign-in.ts'

const newSecrets = () => serverSecrets([parseServerSecret(newServerSecret())])
const secrets = newSecrets()
const now = Date.UTC(2027, 2, 14)
const day = 86_400_000
const link = { purpose: 'undo-email', userId: 12, subject: 'change1', issuedAt: now } as const
const text = formatSignedLink({ secrets }, link, 'Ada@example.com')
const read = (typed = text, at = now) => {
  const parsed = parseSignedLink({ clock: () => at }, typed, 'undo-email')
  return parsed && { parsed, isGenuine: isSignedFor({ secrets }, parsed, 'ada@example.com') }
}

test('a link is genuine for its address alone, in any spelling, and under this server secret', () => {
  expect(read()).toMatchObject({ parsed: link, isGenuine: true })
  const { parsed } = read() ?? {}
  if (!parsed) throw new Error('not read')
  expect(isSignedFor({ secrets }, parsed, 'ada@example.org')).toBe(false)
  expect(isSignedFor({ secrets: newSecrets() }, parsed, 'ada@example.com')).toBe(false)
})

test('a link with another purpose, account, subject, time or MAC is not genuine', () => {
  expect(parseSignedLink({ clock: () => now }, text, 'not-me')).toBeUndefined()
  const [purpose, user, subject, time, mac = ''] = text.split('.')
  const flipped = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1)
  for (const altered of [
    [purpose, '13', subject, time, mac],
    [purpose, user, 'change2', time, mac],
    [purpose, user, '', time, mac],
    [purpose, user, subject, (now + 1).toString(36), mac],
    [purpose, user, subject, time, flipped],
    ['stop-change', user, subject, time, mac],
  ])
    expect(read(altered.join('.'))?.isGenuine ?? false).toBe(false)
  for (const odd of ['', 'x', `${text}A`, `${text}\n`, text.replaceAll('.', '_')])
    expect(read(odd)).toBeUndefined()
})

test('a link expires after seven days, and is rejected from a clock that is behind', () => {
  expect(read(text, now + 7 * day - 1)?.isGenuine).toBe(true)
  expect(read(text, now + 7 * day)).toBeUndefined()
  expect(read(text, now - day)).toBeUndefined()
})

test('the mail of an added factor has a link that removes it, unless it was queued without that', async () => {
  const url = 'https://vault.example.com'
  const values = {
    when: now,
    device: 'curl/8',
    ip: '203.0.113.7',
    userId: 12,
    passkey: 'Key',
    factorId: 'ab12',
  }
  const sign = linkSigner({ secrets }, url, { to: 'ada@example.com', at: now })
  const { html, text: plain } = await renderMail(passkeyAdded, values, url, { sign })
  for (const body of [html, plain]) {
    expect(body).toContain(`${url}/remove-factor#remove-factor.12.ab12.`)
    expect(body).toMatch(/to remove this passkey, sign out every device and reset your password/)
  }
  const queued = await renderMail(passkeyAdded, { ...values, factorId: '' }, url, { sign })
  expect(queued.text).toContain(`${url}/not-me#not-me.12..`)
  expect(queued.text).not.toContain('remove this passkey')
})

test('a notice has the link in HTML and text, and none without a signer or for an unknown account', async () => {
  const url = 'https://vault.example.com'
  const values = { when: now, device: 'curl/8', ip: '203.0.113.7', userId: 12 }
  const sign = linkSigner({ secrets }, url, { to: 'ada@example.com', at: now })
  const expected = `${url}/not-me#${formatSignedLink({ secrets }, { ...link, purpose: 'not-me', subject: '' }, 'ada@example.com')}`
  const mail = await renderMail(newSignIn, values, url, { sign })
  for (const body of [mail.html, mail.text]) expect(body).toContain(expected)
  for (const { html, text: plain } of [
    await renderMail(newSignIn, values, url),
    await renderMail(newSignIn, { ...values, userId: 0 }, url, { sign }),
  ])
    expect(html + plain).not.toContain('/not-me')
})

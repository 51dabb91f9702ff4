import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { lacksMail } from './lacks-mail.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'vault@example.com' }

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:4680' }, false],
  [{ PUBLIC_URL: 'http://[::1]:4680' }, false],
  [{ PUBLIC_URL: 'https://vault.example.com' }, true],
  [{ PUBLIC_URL: 'https://localhost.example.com' }, true],
  [{ PUBLIC_URL: 'https://vault.example.com', ...mail }, false],
])('warns of %o: %s', (settings, warns) => {
  expect(lacksMail(readConfig(settings))).toBe(warns)
})

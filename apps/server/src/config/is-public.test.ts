import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { lacksMail, lacksPublicUrl } from './is-public.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'vault@example.com' }

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:4680' }, false],
  [{ PUBLIC_URL: 'http://[::1]:4680' }, false],
  [{ PUBLIC_URL: 'https://vault.example.com' }, true],
  [{ PUBLIC_URL: 'https://localhost.example.com' }, true],
  [{ PUBLIC_URL: 'https://vault.example.com', ...mail }, false],
])('%o lack mail: %s', (settings, isLacking) => {
  expect(lacksMail(readConfig(settings))).toBe(isLacking)
})

test.each([
  [{}, false],
  [{ HOST: 'localhost' }, false],
  [{ HOST: '127.0.0.2' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: '192.168.1.5' }, true],
  [{ HOST: 'vault.lan' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://vault.example.com' }, false],
  // A container whose port only this machine can open.
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:4680' }, false],
])('%o lack a public URL: %s', (settings, isLacking) => {
  expect(lacksPublicUrl(readConfig(settings))).toBe(isLacking)
})

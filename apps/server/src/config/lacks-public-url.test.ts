import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { lacksPublicUrl } from './lacks-public-url.ts'

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
])('warns of %o: %s', (settings, warns) => {
  expect(lacksPublicUrl(readConfig(settings))).toBe(warns)
})

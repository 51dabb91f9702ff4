import { createClient } from '@envhold/client/client.ts'
import { readInstance } from '@envhold/contract/instance.ts'
import { expect, test } from 'vitest'
import { serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { readConfig } from '../config/config.ts'
import { instanceRoute } from './instance-route.ts'

const canMail = async (settings: Record<string, string>): Promise<boolean> => {
  const served = await serveForTests([instanceRoute({ config: readConfig(settings) })])
  try {
    return (await createClient({ server: served.url }).call(readInstance, {})).can_mail
  } finally {
    await served.stop()
  }
}

test('says whether a mail server is configured', async () => {
  expect(await canMail({})).toBe(false)
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:2525?tls=none', MAIL_FROM: 'vault@example.com' }
  expect(await canMail(smtp)).toBe(true)
})

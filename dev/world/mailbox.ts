// The mail server of a server under test: real SMTP in the test's own process. Each accepted message is a file in a
// folder beside the data folder, so that tests that know the data folder can read the mail.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailboxOf } from './mails.ts'
import { smtpForTests } from './smtp-for-tests.ts'

export interface Mailbox {
  /** The server's settings for it. */
  readonly settings: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

export async function startMailbox(dataDir: string): Promise<Mailbox> {
  const folder = mailboxOf(dataDir)
  await mkdir(folder)
  let taken = 0
  const smtp = await smtpForTests({
    startTls: false,
    onTaken: async ({ raw }) => {
      const file = join(folder, `${String(++taken).padStart(6, '0')}.eml`)
      await writeFile(`${file}.draft`, raw)
      await rename(`${file}.draft`, file)
    },
  })
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'envhold@vault.example.com' },
    stop: async () => {
      await smtp.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

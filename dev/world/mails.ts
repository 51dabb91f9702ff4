// What a test's application has mailed, read back from its outbox as a mail program reads it.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { TestApp } from './app-for-tests.ts'

export interface ReadMail {
  readonly template: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where the button leads, where there is one. */
  readonly link: string | undefined
}

/** Reads a message off the wire or out of a file. */
export async function readMail(raw: string | Uint8Array, template = ''): Promise<ReadMail> {
  const { to, from, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return {
    template,
    to: (to ?? []).map(({ address }) => address).join(', '),
    from: from?.address ?? '',
    subject,
    text,
    html,
    link: /:\n(https?:\S+)/.exec(text.replaceAll('\r\n', '\n'))?.[1],
  }
}

/** Sends what is queued, and gives everything mailed so far, the oldest first. */
export async function mailsOf({ ctx }: Pick<TestApp, 'ctx'>): Promise<ReadMail[]> {
  await ctx.mail.sendDue()
  return await readOutbox(ctx.config.dataDir)
}

/** Everything that a server without a mail server has mailed, the oldest first. */
async function readOutbox(dataDir: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return await Promise.all(
    files.map(async (name) => {
      const template = /Z-(.+)-[0-9a-f]{6}\.eml$/.exec(name)?.[1] ?? ''
      return await readMail(await readFile(join(folder, name)), template)
    }),
  )
}

/** The newest mail of a template, and of somebody's if named, as soon as it is there: mails are written after what they tell of. */
export async function waitForMail(dataDir: string, template: string, to?: string): Promise<ReadMail> {
  for (let tries = 0; tries < 100; tries++) {
    const found = (await readOutbox(dataDir)).findLast(
      (mail) =>
        mail.template === template && (to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    )
    if (found) return found
    await setTimeout(100)
  }
  throw new Error(`No mail of ${template} came${to ? ` to ${to}` : ''}`)
}

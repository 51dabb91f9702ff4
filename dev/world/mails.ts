// The mails of a server under test, parsed like a mail program does: from its mailbox, or from the outbox of a server
// without a mail server.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Context } from '../../apps/server/src/context.ts'

export interface ReadMail {
  readonly template: string
  readonly to: string
  readonly from: string
  /** Where an answer goes, if not to `from`. */
  readonly replyTo: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The target of the button, if there is one. */
  readonly link: string | undefined
  /** The target of ‘This was not me’, if there is one. */
  readonly notMe: string | undefined
}

/** Parses a message from the network or a file. */
export async function readMail(raw: string | Uint8Array): Promise<ReadMail> {
  const {
    to,
    from,
    replyTo,
    subject = '',
    text = '',
    html = '',
    messageId = '',
  } = await PostalMime.parse(raw)
  return {
    template: /^<([a-z-]+)\./.exec(messageId)?.[1] ?? '',
    to: (to ?? []).map(({ address }) => address).join(', '),
    from: from?.address ?? '',
    replyTo: replyTo?.map(({ address }) => address).join(', '),
    subject,
    text,
    html,
    link: /:\n(https?:\S+)/.exec(text.replaceAll('\r\n', '\n'))?.[1],
    notMe: /https?:\S+\/(?:not-me|remove-factor)#\S+/.exec(text)?.[0],
  }
}

/** Sends what is queued, and returns all mails so far, the oldest first. */
export async function mailsOf({
  ctx,
}: {
  readonly ctx: Pick<Context, 'config' | 'mail'>
}): Promise<ReadMail[]> {
  await ctx.mail.sendDue()
  return await readMails(ctx.config.dataDir)
}

async function readFolder(folder: string): Promise<ReadMail[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return await Promise.all(files.map(async (name) => await readMailOnce(join(folder, name))))
}

const mails = new Map<string, Promise<ReadMail>>()

/** A test looks for its mail among all of its server's, again and again. */
function readMailOnce(path: string): Promise<ReadMail> {
  const mail = mails.get(path) ?? readFile(path).then(readMail)
  mails.set(path, mail)
  return mail
}

/** The folder in which the mail server of the server with this data folder stores messages (mailbox.ts). */
export const mailboxOf = (dataDir: string): string => `${dataDir}-mailbox`

/** Everything that a server has mailed, the oldest first. */
const readMails = async (dataDir: string): Promise<ReadMail[]> =>
  (await Promise.all([join(dataDir, 'outbox'), mailboxOf(dataDir)].map(readFolder))).flat()

/**
 * The newest mail of a template, and to a recipient if named, as soon as it exists: mails are sent after the event.
 */
export async function waitForMail(dataDir: string, template: string, to?: string): Promise<ReadMail> {
  for (let tries = 0; tries < 100; tries++) {
    const newest = (await readMails(dataDir)).findLast(
      (mail) =>
        mail.template === template && (to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    )
    if (newest) return newest
    await setTimeout(100)
  }
  throw new Error(`No mail of ${template} came${to ? ` to ${to}` : ''}`)
}

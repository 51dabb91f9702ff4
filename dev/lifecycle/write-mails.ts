import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatedMail } from './moved-server.ts'

/** Writes mails as text into the folder LIFECYCLE_MAILS, if that is set, for those who judge how they read. */
export async function writeMails(mails: readonly DatedMail[]): Promise<void> {
  const folder = process.env.LIFECYCLE_MAILS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  for (const [number, { at, to, template, subject, text }] of mails.entries()) {
    const head = `Sent: ${new Date(at).toISOString()}\nTo: ${to}\nSubject: ${subject}\n\n`
    await writeFile(join(folder, `${String(number + 1).padStart(3, '0')}-${template}.txt`), head + text)
  }
}

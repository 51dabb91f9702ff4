import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const patienceMs = 10_000
const between = 100

/** A message as its text part was before it was made fit for mail. */
const readable = (message: string) =>
  message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Where the newest mail of a kind to somebody leads: path and fragment of its link. Waits for it, as mails are written
 * after what they tell of.
 * @param dataDir of a server without a mail server: it keeps its mails in a folder there
 */
export async function mailedLink(dataDir: string, template: string, to: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  const end = performance.now() + patienceMs
  while (performance.now() < end) {
    const names = await readdir(outbox).catch(() => [])
    for (const name of names
      .filter((each) => each.endsWith('.eml'))
      .toSorted()
      .toReversed()) {
      if (!name.includes(`-${template}-`)) continue
      const message = readable(await readFile(join(outbox, name), 'utf8'))
      const link = /https?:\/\/[^/\s]+(\/[\w-]+#\w+)/.exec(message)?.[1]
      if (link && message.toLowerCase().includes(`to: ${to.toLowerCase()}`)) return link
    }
    await new Promise((resolve) => setTimeout(resolve, between))
  }
  throw new Error(`No mail of ${template} came to ${to}`)
}

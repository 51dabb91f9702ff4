import { waitForMail } from '../dev/world/mails.ts'

/** Where the newest mail of a kind to somebody leads: path and fragment of its link. */
export async function mailedLink(dataDir: string, template: string, to: string): Promise<string> {
  const { link } = await waitForMail(dataDir, template, to)
  if (!link) throw new Error(`The mail of ${template} has no link`)
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

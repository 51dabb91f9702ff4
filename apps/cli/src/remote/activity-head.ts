/**
 * The server chains every entry of its activity log to the one before. The command line remembers the last link it saw and asks,
 * beside its other calls, whether that link still stands: a log that was cut back or rewritten does not pass unseen.
 */

import { join } from 'node:path'
import { readActivityHead } from '@envhold/contract/activity.ts'
import type { Settings } from '../config/settings.ts'
import { isRecord, readJson } from '../files/read-text.ts'
import { writePrivateFile } from '../files/write-private-file.ts'
import type { Output } from '../output/output.ts'
import type { Connection } from './connect.ts'
import { clientFor } from './connect.ts'

const patienceMs = 1_500

interface Link {
  readonly sequence: number
  readonly mac: string
  readonly seen_at: string
}

const pathOf = (settings: Settings) => join(settings.configFolder, 'activity-heads.json')

const linkOf = (value: unknown): Link | null => {
  if (!isRecord(value)) return null
  const { sequence, mac, seen_at } = value
  if (typeof sequence !== 'number' || typeof mac !== 'string' || typeof seen_at !== 'string') return null
  return { sequence, mac, seen_at }
}

const load = async (settings: Settings): Promise<Record<string, unknown>> => {
  const data = await readJson(pathOf(settings))
  return isRecord(data) ? data : {}
}

/** The user accepts the log as it is now, such as after the server was restored from a backup. */
export async function forgetActivityHead(settings: Settings, server: string): Promise<void> {
  const { [server]: forgotten, ...others } = await load(settings)
  if (forgotten) await writePrivateFile(pathOf(settings), `${JSON.stringify(others)}\n`)
}

const accuse = (output: Output, server: string, { sequence, seen_at }: Link) =>
  output.warn(
    `the activity log of ${server} was rewritten: entry ${sequence}, seen on ${seen_at.slice(0, 10)}, is not there any more.\n` +
      'If the server was restored from a backup, accept it with: envhold login. If not, tell whoever runs it.',
  )

/**
 * Starts the check beside a command's own calls; await what it returns before leaving. Never fails: a server that does not say
 * its head, or a token that may not ask, changes nothing.
 */
export async function watchActivityHead(
  settings: Settings,
  output: Output,
  { server, token }: Connection,
): Promise<void> {
  if (token.kind !== 'personal') return
  try {
    const known = linkOf((await load(settings))[server])
    const at = known && known.sequence > 0 ? { at: known.sequence } : {}
    const { head, remembered } = await clientFor(server, token, patienceMs).call(readActivityHead, {
      query: at,
    })
    if (known && known.sequence > 0 && (head.sequence < known.sequence || remembered?.mac !== known.mac)) {
      accuse(output, server, known)
      return
    }
    if (known?.sequence === head.sequence) return
    const link: Link = { sequence: head.sequence, mac: head.mac, seen_at: new Date().toISOString() }
    const heads = { ...(await load(settings)), [server]: link }
    await writePrivateFile(pathOf(settings), `${JSON.stringify(heads)}\n`, { durable: false })
  } catch {
    // Whatever kept the head from being read shows in the command's own calls.
  }
}

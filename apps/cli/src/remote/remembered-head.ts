/**
 * The server chains every entry of its activity log to the previous one. The command line remembers the last link
 * that it saw and checks, beside its other calls, whether that link is still there: a log that was cut back or
 * rewritten is detected.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../config/settings.ts'
import { isRecord, readJson } from '../files/read-text.ts'
import type { Output } from '../output/output.ts'
import type { ActivityAnswer } from './read-environment.ts'

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

/** Written at each start, so in few simple steps: after a power cut the next call remembers again. */
function save(settings: Settings, heads: Record<string, unknown>): void {
  const path = pathOf(settings)
  const fresh = `${path}.${process.pid}.tmp`
  mkdirSync(settings.configFolder, { recursive: true, mode: 0o700 })
  writeFileSync(fresh, `${JSON.stringify(heads)}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}

const load = async (settings: Settings): Promise<Record<string, unknown>> => {
  const data = await readJson(pathOf(settings))
  return isRecord(data) ? data : {}
}

/** The user accepts the current log, for example after the server was restored from a backup. */
export async function forgetActivityHead(settings: Settings, server: string): Promise<void> {
  const { [server]: forgotten, ...others } = await load(settings)
  if (forgotten) save(settings, others)
}

const accuse = (output: Output, server: string, { sequence, seen_at }: Link) =>
  output.warn(
    `the activity log of ${server} was rewritten: entry ${sequence}, seen on ${seen_at.slice(0, 10)}, no longer exists.\n` +
      'If the server was restored from a backup, accept it with: envhold login. Otherwise report it to the operator.',
  )

/** The last entry of a server's log that was seen, or null. */
export async function rememberedHead(settings: Settings, server: string): Promise<Link | null> {
  const link = linkOf((await load(settings))[server])
  return link && link.sequence > 0 ? link : null
}

interface ReceivedHead {
  readonly server: string
  readonly known: Link | null
  readonly answer: ActivityAnswer
}

/**
 * Compares what the server returns of its log with what is remembered, warns, and remembers the newest entry. Never
 * fails.
 */
export async function checkHead(
  settings: Settings,
  output: Output,
  { server, known, answer }: ReceivedHead,
): Promise<void> {
  if (!answer) return
  const { head, remembered } = answer
  if (known && (head.sequence < known.sequence || remembered?.mac !== known.mac)) {
    accuse(output, server, known)
    return
  }
  if (known?.sequence === head.sequence) return
  try {
    const link: Link = { sequence: head.sequence, mac: head.mac, seen_at: new Date().toISOString() }
    save(settings, { ...(await load(settings)), [server]: link })
  } catch {
    // If the home folder cannot be written, nothing is remembered.
  }
}

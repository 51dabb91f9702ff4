import { createHash } from 'node:crypto'
import type { Announcement } from '@envhold/contract/pages/announcement.ts'
import type { DbContext } from '../context.ts'
import { wireTimeOrNull } from '../http/responses/wire-time.ts'
import { readInstanceSetting, type StoredAnnouncement } from './instance-settings-store.ts'

const cacheMs = 5_000

const idOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

export const viewAnnouncement = ({ text, level, until }: StoredAnnouncement): Announcement => ({
  id: idOf(text),
  text,
  level,
  until: wireTimeOrNull(until),
})

/**
 * What every page shows; null if there is nothing, or it has expired. Anybody may ask at any rate, so the setting is
 * read every few seconds. One that was tampered with is never shown.
 */
export function createCurrentAnnouncement(
  ctx: DbContext<'secrets' | 'clock'>,
): () => Promise<Announcement | null> {
  const readStored = readBriefly(() => readInstanceSetting(ctx, 'announcement'), cacheMs, ctx.clock)
  return async () => {
    const announcement = (await readStored())?.value
    const isOver = announcement?.until != null && announcement.until <= ctx.clock()
    return announcement && !isOver ? viewAnnouncement(announcement) : null
  }
}

/**
 * Reads at most once in `ms`, however many ask. After a failed read it returns the last result, which is undefined
 * before the first.
 */
export function readBriefly<T>(read: () => Promise<T>, ms: number, clock: () => number) {
  let last: T | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<T | undefined> | undefined
  const readAgain = async () => {
    try {
      last = await read()
    } catch {
      // The database has its own checks and log lines; a public page is served all the same.
    }
    readAt = clock()
    reading = undefined
    return last
  }
  return (): Promise<T | undefined> => {
    if (Math.abs(clock() - readAt) < ms) return Promise.resolve(last)
    reading ??= readAgain()
    return reading
  }
}

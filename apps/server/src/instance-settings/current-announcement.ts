import { createHash } from 'node:crypto'
import type { Announcement } from '@envhold/contract/pages/announcement.ts'
import type { DbContext } from '../context.ts'
import { wireTimeOrNull } from '../http/wire-time.ts'
import { readBriefly } from '../pages/read-briefly.ts'
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
    const found = (await readStored())?.value
    const isOver = found?.until != null && found.until <= ctx.clock()
    return found && !isOver ? viewAnnouncement(found) : null
  }
}

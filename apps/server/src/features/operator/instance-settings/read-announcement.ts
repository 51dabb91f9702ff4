import { createHash } from 'node:crypto'
import { announcementMaxAge, type readAnnouncement as endpoint } from '@envhold/contract/announcement.ts'
import type { Context } from '../../../context.ts'
import { isKnownTag } from '../../../http/entity-tag.ts'
import type { Call, Reply } from '../../../http/route.ts'
import { createCurrentAnnouncement } from '../../../instance-settings/current-announcement.ts'

type Read = (call: Pick<Call<typeof endpoint>, 'ifNoneMatch'>) => Promise<Reply<typeof endpoint>>

/** Answers everybody, so browsers and proxies may keep the answer, but none beyond the end of the announcement. */
export function createReadAnnouncement(ctx: Context): Read {
  const readCurrent = createCurrentAnnouncement(ctx)
  return async ({ ifNoneMatch }) => {
    const announcement = await readCurrent()
    const digest = createHash('sha256').update(JSON.stringify(announcement)).digest('base64url').slice(0, 22)
    const etag = `"${digest}"`
    const until = announcement?.until ?? null
    const left = until === null ? announcementMaxAge : Math.ceil((Date.parse(until) - ctx.clock()) / 1_000)
    const headers = { etag, 'cache-control': `public, max-age=${Math.min(announcementMaxAge, left)}` }
    if (isKnownTag(ifNoneMatch, etag)) return { status: 304, headers }
    return { json: { announcement }, headers }
  }
}

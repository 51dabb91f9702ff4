import { createHash } from 'node:crypto'
import * as contract from '@envhold/contract/pages/announcement.ts'
import type { Context } from '../../../context.ts'
import { isKnownTag } from '../../../http/responses/entity-tag.ts'
import { type Call, type HandlerResult, route } from '../../../http/route.ts'
import type { Verb } from '../../../http/verb.ts'
import { createCurrentAnnouncement } from '../../../instance-settings/current-announcement.ts'

type Endpoint = typeof contract.readAnnouncement
type Read = (call: Pick<Call<Endpoint>, 'ifNoneMatch'>) => Promise<HandlerResult<Endpoint>>

/** Answers everybody, so browsers and proxies may keep the answer, but none beyond the end of the announcement. */
const createRead = (ctx: Context): Read => {
  const readCurrent = createCurrentAnnouncement(ctx)
  return async ({ ifNoneMatch }) => {
    const announcement = await readCurrent()
    const digest = createHash('sha256').update(JSON.stringify(announcement)).digest('base64url').slice(0, 22)
    const etag = `"${digest}"`
    const until = announcement?.until ?? null
    const maxAge = contract.announcementMaxAge
    const left = until === null ? maxAge : Math.ceil((Date.parse(until) - ctx.clock()) / 1_000)
    const headers = { etag, 'cache-control': `public, max-age=${Math.min(maxAge, left)}` }
    if (isKnownTag(ifNoneMatch, etag)) return { status: 304, headers }
    return { json: { announcement }, headers }
  }
}

export const readAnnouncement: Verb<Context> = {
  routeIn: (ctx) => route(contract.readAnnouncement, createRead(ctx)),
}

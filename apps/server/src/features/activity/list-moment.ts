import { hash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { tagsIn } from '../../http/responses/entity-tag.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { readActivityMark } from '../usage/activity-rollup-store.ts'
import { readUsageMoment } from './usage-list-store.ts'

/**
 * A page of activity is unchanged when its chain has not grown and no name was erased from it, and a page of calls when
 * none of the projects' chains has, no entry was erased and none has become too old for the range. Changes of names,
 * access and keys append an activity entry, so its head covers them too. Few numbers are therefore enough to detect a
 * change, and the ETag carries the rest. It is weak, because it identifies no bytes.
 */
export interface ListMoment {
  /**
   * The head of the activity, how often names were erased from it, the heads of the listed projects' usage, and how
   * often entries were erased.
   */
  readonly at: string
  /** Identifies the list and its viewer. */
  readonly list: string
}

const anEtag = /^([\d.]{1,80})\/(\d{1,16})\/([\w-]{22})$/

/** Builds the name of a list from everything that determines its content. */
export const listName = (...identifiedBy: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(identifiedBy), 'buffer').toString('base64url').slice(0, 22)

/** Read before the list, so that an entry appended in between makes the ETag older than the page, never newer. */
export async function readMoment(db: Db, list: string, usageOf?: number): Promise<ListMoment> {
  const usage = usageOf === undefined ? [] : await readUsageMoment(db, usageOf)
  // The mark is read first, so that an erasure in between makes the ETag older than the page.
  const { generation } = await readActivityMark(db)
  const activity = await readHead(db, 'activity')
  return { at: [activity.sequence, generation, ...usage].join('.'), list }
}

/** @param oldest when the oldest entry of the whole list was written; null for an empty list */
export const listEtag = ({ at, list }: ListMoment, oldest: number | null): string =>
  `W/"${at}/${oldest ?? 0}/${list}"`

/** Whether the sender of this If-None-Match already has the page. @param since the start of the list */
export function isKnown(ifNoneMatch: string | undefined, moment: ListMoment, since: number): boolean {
  return tagsIn(ifNoneMatch).some((tag) => {
    const [, at, oldest, list] = anEtag.exec(tag) ?? []
    if (at !== moment.at || list !== moment.list) return false
    return Number(oldest) === 0 || Number(oldest) >= since
  })
}

import { hash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { readMark } from '../usage/rollup-store.ts'

/**
 * A page of a list is unchanged if neither chain has grown, no entry was erased, and none has become too old for the
 * range. Names, permissions and keys change only with an entry in the activity chain, so its head covers them too. So
 * two rows show that nothing is new, and the tag itself contains the rest: weak, because it does not identify bytes.
 */
export interface ListMoment {
  /** Of both chains, and how often entries were erased. */
  readonly at: string
  /** Which list it is, and whose. */
  readonly list: string
}

const aTag = /^W\/"([\d.]{1,60})\/(\d{1,16})\/([\w-]{22})"$/

/** What a caller asks for, with everything that decides the content of the response. */
export const listName = (...asked: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(asked), 'buffer').toString('base64url').slice(0, 22)

/** Read before the list: an entry in between makes the tag older than the page, never newer. */
export async function readMoment(db: Db, list: string): Promise<ListMoment> {
  const { generation } = await readMark(db, 'usage')
  const usage = await readHead(db, 'usage')
  const activity = await readHead(db, 'activity')
  return { at: `${activity.sequence}.${usage.sequence}.${generation}`, list }
}

/** @param oldest when the oldest entry of the whole list was written; null if it is empty */
export const listEtag = ({ at, list }: ListMoment, oldest: number | null): string =>
  `W/"${at}/${oldest ?? 0}/${list}"`

/** Whether the sender of this If-None-Match already has the page. @param since when the list begins */
export function isKnown(ifNoneMatch: string | undefined, moment: ListMoment, since: number): boolean {
  const [, at, oldest, list] = aTag.exec(ifNoneMatch?.trim() ?? '') ?? []
  if (at !== moment.at || list !== moment.list) return false
  return Number(oldest) === 0 || Number(oldest) >= since
}

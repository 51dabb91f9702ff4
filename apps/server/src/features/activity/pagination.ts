import type { ActivityTimeRange, Pagination } from '@envhold/contract/activity/activity.ts'

const dayMs = 24 * 3_600_000
const rangeMs: Record<ActivityTimeRange, number> = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
  '1y': 366 * dayMs,
  all: Number.POSITIVE_INFINITY,
}

/** The start of a time range that ends now. */
export const rangeStart = (range: ActivityTimeRange, now: number): number => Math.max(0, now - rangeMs[range])

export interface PageRequest {
  readonly page: number
  readonly limit: number
}

export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit

export function paginationOf({ page, limit }: PageRequest, total: number): Pagination {
  const totalPages = Math.ceil(total / limit)
  return {
    page,
    limit,
    offset: offsetOf({ page, limit }),
    total,
    totalPages,
    hasNext: page < totalPages,
    hasPrev: page > 1 && total > 0,
  }
}

/** A list as it was when it was counted. */
export interface CountedList<Row> {
  readonly total: number
  /** When its oldest entry was written; null for an empty list. */
  readonly oldest: number | null
  /** The newest first. */
  page(at: { readonly offset: number; readonly limit: number }): Promise<Row[]>
  /** All of it, the newest first, in groups of about a thousand. */
  groups(): AsyncIterable<readonly Row[]>
}

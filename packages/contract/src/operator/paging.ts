/** Pages of the lists in the operator area. */
import { z } from 'zod'
import * as field from '../fields.ts'

/** The query of a list that the server cuts into pages. */
export const pageQuery = (size: number) => ({
  page: z.coerce.number<string | number>().int().positive().max(1_000_000).default(1),
  limit: z.coerce.number<string | number>().int().positive().max(100).default(size),
})

export const pagination = z
  .object({ page: field.count, limit: field.count, total: field.count, pages: field.count })
  .meta({ id: 'OperatorPagination' })

interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** How many rows are before a page. */
export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit

/** What a list says of its pages. */
export const paginationOf = ({ page, limit }: PageRequest, total: number) => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
})

/**
 * How many rows a list has, of which one page was read. A page that is not full is the last one, which spares counting.
 */
export const totalOf = async (
  page: PageRequest,
  rows: number,
  count: () => Promise<number>,
): Promise<number> =>
  rows < page.limit && (rows > 0 || page.page === 1) ? offsetOf(page) + rows : await count()

import { useEffect, useEffectEvent } from 'react'

/** Shows another page. In the history, one that does not exist is replaced. */
export type ShowPage = (page: number, options?: { readonly replace: true }) => void

/**
 * Replaces a page past the last one by the last: its rows were removed, or its number was typed.
 * @param totalPages undefined until the page has loaded
 */
export function useExistingPage(page: number, totalPages: number | undefined, onPage: ShowPage): void {
  const last = Math.max(totalPages ?? page, 1)
  const showLast = useEffectEvent(() => onPage(last, { replace: true }))
  useEffect(() => {
    if (page > last) showLast()
  }, [page, last])
}

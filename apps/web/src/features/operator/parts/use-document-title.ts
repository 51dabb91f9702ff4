import { useEffect } from 'react'

/** The name of a page in its tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Envhold Admin`
  }, [title])
}

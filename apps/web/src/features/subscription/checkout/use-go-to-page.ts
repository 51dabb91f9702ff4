import { useEffect, useState } from 'react'
import { providerPage } from './provider-page.ts'

/** Leaves for a page of a provider. Buttons stay busy until it shows, and are free again for who comes back. */
export function useGoToPage() {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // The way back may bring this page out of the browser's memory, as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setIsLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const goTo = (url: string) => {
    const page = providerPage(url, window.location.origin)
    setIsLeaving(true)
    window.location.assign(page)
  }
  return { isLeaving, goTo }
}

import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A page takes what had the focus along when it is left: then the content of the next page has it. */
export function useFocusAfterNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return
        document.querySelector('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

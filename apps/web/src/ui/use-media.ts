import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, as long as it does. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

export const useIsPhone = (): boolean => useMedia('(width < 48rem)')

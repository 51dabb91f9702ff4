import { useSyncExternalStore } from 'react'

const narrow = '(width < 40rem)'

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)

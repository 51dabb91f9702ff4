import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const changed = 'theme-changed'

const read = (): Theme => {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

const subscribe = (listener: () => void) => {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }
  document.dispatchEvent(new Event(changed))
}

export const useTheme = () => useSyncExternalStore(subscribe, read)

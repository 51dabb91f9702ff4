import { createStore, useStore } from '../../ui/create-store.ts'

export type Theme = 'system' | 'light' | 'dark'

const atStart = document.documentElement.dataset.theme
const theme = createStore<Theme>(atStart === 'light' || atStart === 'dark' ? atStart : 'system')

export function chooseTheme(chosen: Theme) {
  if (chosen === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem('theme', chosen)
    document.documentElement.dataset.theme = chosen
  }
  theme.set(chosen)
}

export const useTheme = () => useStore(theme)

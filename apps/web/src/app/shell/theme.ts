import { readStoredTheme, storeTheme, type Theme } from '../../stored-theme.ts'
import { createStore, useStore } from '../../ui/create-store.ts'

const theme = createStore<Theme>(readStoredTheme())

export function chooseTheme(chosen: Theme) {
  storeTheme(chosen)
  theme.set(chosen)
}

export const useTheme = () => useStore(theme)

export type Theme = 'system' | 'light' | 'dark'

/** The theme that was chosen in this browser. */
export function readStoredTheme(): Theme {
  const theme = localStorage.getItem('theme')
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies the theme that was chosen in this browser. */
export function applyStoredTheme(): void {
  const theme = readStoredTheme()
  if (theme !== 'system') document.documentElement.dataset.theme = theme
}

export function storeTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem('theme')
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }
}

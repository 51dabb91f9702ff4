/** Applies the theme that was chosen in this browser. */
export function applyStoredTheme(): void {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}

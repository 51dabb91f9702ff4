import { readStoredTheme, storeTheme, type Theme } from '../stored-theme.ts'

const isTheme = (value: string): value is Theme => ['system', 'light', 'dark'].includes(value)

export function offerThemes(): void {
  const current = readStoredTheme()
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    choice.checked = choice.value === current
    choice.addEventListener('change', () => isTheme(choice.value) && storeTheme(choice.value))
  }
}

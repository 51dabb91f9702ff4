import { Monitor, Moon, Sun } from 'lucide-react'
import { readStoredTheme, storeTheme, type Theme } from '../../stored-theme.ts'
import { Button } from '../../ui/button.tsx'
import { createStore, useStore } from '../../ui/create-store.ts'
import { DropdownMenu, DropdownMenuChoices } from '../../ui/dialogs/dropdown-menu.tsx'

export const themes: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
]

export function ThemeSwitch() {
  const current = useTheme()
  const Icon = themes.find(({ theme }) => theme === current)?.icon ?? Monitor
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Icon />
        </Button>
      }
    >
      <DropdownMenuChoices
        options={themes.map(({ theme, label, icon: Icon }) => ({ value: theme, label, icon: <Icon /> }))}
        value={current}
        onValueChange={chooseTheme}
      />
    </DropdownMenu>
  )
}

const theme = createStore<Theme>(readStoredTheme())

export function chooseTheme(chosen: Theme) {
  storeTheme(chosen)
  theme.set(chosen)
}

const useTheme = () => useStore(theme)

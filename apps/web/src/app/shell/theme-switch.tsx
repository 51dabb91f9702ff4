import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '../../stored-theme.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, DropdownMenuChoices } from '../../ui/dropdown-menu.tsx'
import { chooseTheme, useTheme } from './theme.ts'

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

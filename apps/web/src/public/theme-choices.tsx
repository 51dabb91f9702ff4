import { Monitor, Moon, Sun } from 'lucide-react'

const themes = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
]

export function ThemeChoices() {
  return (
    <fieldset className="grid">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 font-medium text-ink-2 hover:bg-hover hover:text-ink has-checked:text-accent has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            defaultChecked={theme === 'system'}
            className="sr-only"
          />
          <Icon className="size-4" aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

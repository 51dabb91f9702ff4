import { Menu, SunMoon } from 'lucide-react'
import { Logo } from '../app/shell/logo.tsx'
import { Button } from '../ui/button.tsx'
import { NavLinks } from './nav-links.tsx'
import { ThemeChoices } from './theme-choices.tsx'

const popover =
  'fixed inset-auto top-[calc(var(--spacing-header)-0.25rem)] right-3 m-0 min-w-44 rounded-lg bg-raised p-1.5 shadow-high text-ink sm:right-6'
const item = 'block rounded-md px-2.5 py-2 font-medium text-ink-2 hover:bg-hover hover:text-ink'

/** Works without script, except for what needs one: signing in and choosing a theme. */
export function PublicHeader({ path, startLabel }: { path: string; startLabel: string }) {
  return (
    <header className="sticky top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
      <div className="mx-auto flex h-header max-w-content items-center gap-1 px-3 sm:px-6">
        <a href="/" className="mr-2 rounded-sm lg:mr-4" aria-label="Envhold, home">
          <Logo />
        </a>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          <NavLinks
            path={path}
            className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:text-ink"
          />
        </nav>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1">
          <Button variant="ghost" size="icon" aria-label="Theme" popoverTarget="themes">
            <SunMoon />
          </Button>
          <div id="themes" popover="auto" className={popover}>
            <ThemeChoices />
          </div>
          <Button variant="ghost" data-dialog="sign-in" className="max-sm:hidden signed-in:hidden">
            Sign In
          </Button>
          <Button data-dialog="sign-up" className="sm:ml-1 signed-in:hidden sign-ups-closed:hidden">
            {startLabel}
          </Button>
          <Button asChild className="hidden sm:ml-1 signed-in:inline-flex">
            <a href="/dashboard">Dashboard</a>
          </Button>
          <Button variant="ghost" size="icon" aria-label="Menu" popoverTarget="menu" className="lg:hidden">
            <Menu />
          </Button>
          <div id="menu" popover="auto" className={popover}>
            <nav aria-label="Menu" className="grid">
              <NavLinks path={path} className={item} />
              <button type="button" data-dialog="sign-in" className={`${item} text-left signed-in:hidden`}>
                Sign In
              </button>
            </nav>
          </div>
        </div>
      </div>
    </header>
  )
}

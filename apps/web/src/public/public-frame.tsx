import { Menu, Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../app/shell/logo.tsx'
import { Button } from '../ui/button.tsx'

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

const themes = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
]

function ThemeChoices() {
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

const pages = [
  { href: '/', label: 'Home' },
  { href: '/docs', label: 'Documentation' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
]
const sections = [
  { href: '#features', label: 'Features' },
  { href: '#pricing', label: 'Pricing' },
]

interface Props {
  /** The page that shows the links. */
  path: string
  className: string
  children?: ReactNode
}

/** The links of the header; the landing page has links to its sections, too. */
function NavLinks({ path, className }: Props) {
  const [home, ...others] = pages
  const links = path === '/' ? [home, ...sections, ...others] : pages
  return links.map(
    (link) =>
      link && (
        <a
          key={link.href}
          href={link.href}
          aria-current={link.href === path ? 'page' : undefined}
          className={className}
        >
          {link.label}
        </a>
      ),
  )
}

const groups = [
  {
    title: 'Product',
    links: [
      { href: '/#features', label: 'Features' },
      { href: '/#pricing', label: 'Pricing' },
      { href: '/about', label: 'About' },
    ],
  },
  {
    title: 'Documentation',
    links: [
      { href: '/docs', label: 'Documentation' },
      { href: '/docs#api', label: 'API reference' },
      { href: '/docs#security', label: 'Security' },
    ],
  },
  {
    title: 'This instance',
    links: [
      { href: '/contact', label: 'Contact' },
      { href: '/privacy', label: 'Privacy' },
      { href: '/terms', label: 'Terms' },
      { href: '/status', label: 'Status' },
    ],
  },
]

export function PublicFooter({ path }: { path: string }) {
  // On the landing page itself, the browser scrolls smoothly to a section.
  const target = (href: string) => (path === '/' ? href.replace(/^\/#/, '#') : href)
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto flex max-w-content flex-wrap justify-between gap-x-16 gap-y-8 px-4 py-10 text-small sm:px-6">
        <div className="grid content-start gap-2">
          <Logo />
          <p className="text-ink-3">A vault for environment variables</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-14 gap-y-6">
          {groups.map(({ title, links }) => (
            <div key={title} className="grid content-start gap-1">
              <p className="py-1 font-medium">{title}</p>
              {links.map(({ href, label }) => (
                <a
                  key={href}
                  href={target(href)}
                  className="rounded-sm py-1 text-ink-2 underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              ))}
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

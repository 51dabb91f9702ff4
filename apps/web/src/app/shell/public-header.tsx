import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../ui/dropdown-menu.tsx'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface Props {
  onSignIn: () => void
  onSignUp: () => void
}

const scrollTo = (id: string) => () => document.getElementById(id)?.scrollIntoView()

function NavLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-hover hover:text-ink">
      {children}
    </a>
  )
}

export function PublicHeader({ onSignIn, onSignUp }: Props) {
  return (
    <header className="sticky top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
      <div className="mx-auto flex h-header max-w-content items-center gap-1 px-3 sm:px-6">
        <Link to="/" className="mr-2 rounded-sm sm:mr-4" aria-label="Envhold, home">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <NavLink href="#features">Features</NavLink>
          <NavLink href="#pricing">Pricing</NavLink>
          <Link
            to="/docs"
            className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-hover hover:text-ink"
          >
            Documentation
          </Link>
        </nav>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1">
          <ThemeSwitch />
          <Button variant="ghost" onClick={onSignIn} className="max-sm:hidden">
            Sign In
          </Button>
          <Button onClick={onSignUp} className="sm:ml-1">
            Start Free Now
          </Button>
          <DropdownMenu
            trigger={
              <Button variant="ghost" size="icon" aria-label="Menu" className="md:hidden">
                <Menu />
              </Button>
            }
          >
            <DropdownMenuItem onSelect={onSignIn}>Sign In</DropdownMenuItem>
            <DropdownMenuItem onSelect={scrollTo('features')}>Features</DropdownMenuItem>
            <DropdownMenuItem onSelect={scrollTo('pricing')}>Pricing</DropdownMenuItem>
            <DropdownMenuItem asChild>
              <Link to="/docs">Documentation</Link>
            </DropdownMenuItem>
          </DropdownMenu>
        </div>
      </div>
    </header>
  )
}

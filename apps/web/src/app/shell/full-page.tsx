import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page with one message and a link home. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex h-header items-center px-4 sm:px-6">
        <Link to="/">
          <Logo />
        </Link>
      </header>
      <main className="grid place-content-center justify-items-center gap-4 px-6 pb-header text-center">
        {children}
      </main>
    </div>
  )
}

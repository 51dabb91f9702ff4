import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page with one message and a link home, which is a document of its own. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex h-header items-center px-4 sm:px-6">
        <a href="/">
          <Logo />
        </a>
      </header>
      <main className="grid place-content-center justify-items-center gap-4 px-6 pb-header text-center">
        {children}
      </main>
    </div>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { Logo } from './logo.tsx'
import { isMissingChunk, reloadOnce } from './missing-chunk.ts'

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

const retryMs = 2_000

export function CrashPage({ error }: { error: unknown }) {
  const [gaveUp, setGaveUp] = useState(!isMissingChunk(error))
  if (!gaveUp) return <MissingChunk onStillMissing={() => setGaveUp(true)} />
  return (
    <FullPage>
      <h1 className="text-title font-semibold">This page stopped working</h1>
      <p className="max-w-sm text-ink-2">
        This is a bug in Envhold. Everything you saved is safe on the server. What you were typing may be
        lost.
      </p>
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </FullPage>
  )
}

/** Shown when a chunk did not load; reloads once the server can be reached. */
function MissingChunk({ onStillMissing }: { onStillMissing: () => void }) {
  const [outage, setOutage] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const problem = await fetch('/api/health/live', { cache: 'no-store' }).then(
        ({ ok, status }) => (ok ? undefined : `The server answered with an error (${status})`),
        () => 'The server cannot be reached',
      )
      if (timer === undefined) return
      if (problem === undefined) return reloadOnce() || onStillMissing()
      setOutage(problem)
      timer = setTimeout(ask, retryMs)
    }
    timer = setTimeout(ask)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [onStillMissing])
  if (outage === undefined) return null
  return (
    <FullPage>
      <h1 className="text-title font-semibold">{outage}</h1>
      <p className="max-w-sm text-ink-2">
        The page loads automatically once the server responds. Everything you saved is safe.
      </p>
      <Spinner />
    </FullPage>
  )
}

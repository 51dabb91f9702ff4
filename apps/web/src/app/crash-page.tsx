import { Button } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

export function CrashPage() {
  return (
    <FullPage>
      <h1 className="text-title font-semibold">This page stopped working</h1>
      <p className="max-w-sm text-ink-2">
        That is a fault of ours. What you saved is safe on the server; what you were typing may be lost.
      </p>
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </FullPage>
  )
}

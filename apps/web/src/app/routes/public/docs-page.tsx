import { Link } from '@tanstack/react-router'
import { useSession } from '../../../connection/use-connection.ts'
import { DocsContent } from '../../../features/reference/docs-content.tsx'
import { Button } from '../../../ui/button.tsx'
import { Logo } from '../../shell/logo.tsx'
import { ThemeSwitch } from '../../shell/theme-switch.tsx'

/** The documentation. Its header links to the dashboard or to signing in. */
export function DocsPage() {
  const signedIn = useSession() !== null
  return (
    <>
      <title>Documentation · Envhold</title>
      <header className="sticky top-0 z-30 border-b bg-paper/90 backdrop-blur-md">
        <div className="mx-auto flex h-header max-w-content items-center gap-3 px-4 sm:px-6">
          <Link to="/" className="rounded-sm" aria-label="Envhold, home">
            <Logo />
          </Link>
          <span className="text-ink-3 max-sm:hidden">Documentation</span>
          <div className="ml-auto flex items-center gap-1">
            <ThemeSwitch />
            <Button variant="secondary" asChild>
              {signedIn ? <Link to="/dashboard">Dashboard</Link> : <Link to="/login">Sign In</Link>}
            </Button>
          </div>
        </div>
      </header>
      <DocsContent />
    </>
  )
}

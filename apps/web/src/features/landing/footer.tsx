import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'

const link = 'rounded-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline'

export function Footer({ onSignUp }: { onSignUp: () => void }) {
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto max-w-content px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-5 py-14">
          <div className="grid gap-1">
            <h2 className="text-title font-semibold">Try it with one .env file.</h2>
            <p className="text-ink-2">
              From sign-up to a pipeline that fetches its values takes about five minutes.
            </p>
          </div>
          <Button size="lg" onClick={onSignUp}>
            Start Free Now
          </Button>
        </div>
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-t py-6 text-small">
          <p className="text-ink-3">Envhold, a vault for environment variables</p>
          <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
            <a href="#features" className={link}>
              Features
            </a>
            <a href="#pricing" className={link}>
              Pricing
            </a>
            <Link to="/docs" className={link}>
              Documentation
            </Link>
            <Link to="/docs" hash="api" className={link}>
              API reference
            </Link>
            <Link to="/docs" hash="security" className={link}>
              Security
            </Link>
          </nav>
        </div>
      </div>
    </footer>
  )
}

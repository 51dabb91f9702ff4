import { ArrowRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'

export function Hero() {
  return (
    <section className="overflow-hidden bg-[radial-gradient(60rem_30rem_at_75%_-10%,var(--color-accent-soft),transparent)]">
      <div className="mx-auto grid max-w-content items-center gap-12 px-4 py-16 sm:px-6 sm:py-20 lg:grid-cols-[1fr_1.1fr] lg:gap-10 lg:py-28">
        <div className="grid justify-items-start gap-6">
          <p className="rounded-full border border-line-strong bg-surface px-3 py-1 text-small font-medium text-ink-2 sign-ups-closed:hidden">
            Free Forever Plan • Start in 60 seconds
          </p>
          <h1 className="text-display font-semibold text-balance">Environment variables, encrypted.</h1>
          <p className="max-w-lg text-pretty text-ink-2">
            Envhold encrypts the variables of your projects under a master password that only you know, and
            delivers them to the laptops and pipelines you choose. One place instead of a dozen scattered .env
            files.
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button size="lg" data-dialog="sign-up" className="sign-ups-closed:hidden">
              Start Free Now
              <ArrowRight />
            </Button>
            <Button size="lg" data-dialog="sign-in" className="hidden sign-ups-closed:inline-flex">
              Sign In
            </Button>
            <a
              href="/docs"
              className="font-medium text-ink-2 underline-offset-4 hover:text-ink hover:underline"
            >
              Read the documentation
            </a>
          </div>
          <p className="font-medium empty:hidden">⟦signUpNote⟧</p>
          <p className="text-small text-ink-3">
            Free for one project. No card. Open source under Apache-2.0.
          </p>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}

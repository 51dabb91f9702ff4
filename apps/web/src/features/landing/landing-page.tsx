import {
  ArrowRight,
  Check,
  FileDown,
  History,
  KeyRound,
  Lock,
  ScrollText,
  SquareTerminal,
} from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { InUse, Section, SecurityPromise } from './landing-sections.tsx'

/** Rendered at build: no part of it runs in the browser. */
export function LandingPage() {
  return (
    <main data-smooth-anchors>
      <Hero />
      <Features />
      <InUse />
      <SecurityPromise />
      <Pricing />
      <CallToAction />
    </main>
  )
}

function CallToAction() {
  return (
    <section className="border-t sign-ups-closed:hidden">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-5 px-4 py-14 sm:px-6">
        <div className="grid gap-1">
          <h2 className="text-title font-semibold">Try it with one .env file.</h2>
          <p className="text-ink-2">
            From sign-up to a pipeline that fetches its values takes about five minutes.
          </p>
        </div>
        <Button size="lg" data-dialog="sign-up">
          Start Free Now
        </Button>
      </div>
    </section>
  )
}

function Hero() {
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
          <p className="text-small text-ink-3">Free⟦freeFor⟧. No card. Open source under Apache-2.0.</p>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}

/** One card, which the server repeats for each plan of the instance: `apps/server/src/pages/serve-public-pages.ts`. */
function Pricing() {
  return (
    <Section
      id="pricing"
      beside
      title="Pricing"
      lead="Every account starts on ⟦freePlan⟧ and stays there until you choose otherwise. Nothing about security costs extra."
    >
      <div className="grid content-start gap-5 md:grid-cols-2">
        ⟦#plans⟧
        <PlanCard />
        ⟦/plans⟧
        <p className="text-ink-2 empty:hidden">⟦plansNote⟧</p>
      </div>
    </Section>
  )
}

function PlanCard() {
  return (
    <article className="grid content-start gap-5 rounded-lg border bg-surface p-6 shadow-low">
      <div className="grid gap-1">
        <h3 className="font-semibold">⟦name⟧</h3>
        <p className="text-ink-2">⟦description⟧</p>
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-display font-semibold">⟦price⟧</span>
        <span className="text-ink-2">per month</span>
      </p>
      <p className="-mt-4 text-small text-ink-3 empty:hidden">⟦priceNote⟧</p>
      <ul className="grid gap-2">
        ⟦#lines⟧
        <li className="flex gap-2.5">
          <Check className="mt-[3px] size-4 shrink-0 text-accent" aria-hidden="true" />
          ⟦line⟧
        </li>
        ⟦/lines⟧
      </ul>
      <Button variant="secondary" data-dialog="sign-up" className="sign-ups-closed:hidden">
        ⟦action⟧
      </Button>
    </article>
  )
}

const features = [
  {
    icon: Lock,
    title: 'Encrypted under your own password',
    text: 'Each environment has its own AES-256 key. Your master password unlocks it, is held in memory only, and is never stored.',
  },
  {
    icon: FileDown,
    title: 'Reads your .env file as it is',
    text: 'Paste or drop a file, review what would be added, changed and removed, then save it as one version.',
  },
  {
    icon: History,
    title: 'Every change is a version',
    text: 'See who changed which names and when, compare two environments side by side, and restore with one click.',
  },
  {
    icon: KeyRound,
    title: 'Roles for people, keys for machines',
    text: 'A collaborator reads or changes only the environments you share. An API key opens only those you choose, with expiry, IP allow-list and instant revocation.',
  },
  {
    icon: SquareTerminal,
    title: 'A command line for your tools',
    text: 'Pull a file, or start a program with its values and leave no file behind. Data on stdout, sensible exit codes.',
  },
  {
    icon: ScrollText,
    title: 'An audit log, written first',
    text: 'Every read of a secret is in the audit log on disk before it is answered, in a hash chain that reveals tampering.',
  },
]

function Features() {
  return (
    <Section
      id="features"
      title="Small, dangerous data deserves its own tool"
      lead="A few short variables give access to everything you run. Envhold does one job: it encrypts them, shares them with the people and machines you choose, and records every read."
      className="bg-surface"
    >
      <ul className="grid gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-2 bg-surface p-6">
            <Icon className="mb-1 size-5 text-accent" aria-hidden="true" />
            <h3 className="font-semibold">{title}</h3>
            <p className="text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

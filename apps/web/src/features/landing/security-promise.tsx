import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from './section.tsx'

const promised = [
  'A stolen database together with the server’s own secret reveals no value, short of guessing a master password against Argon2id.',
  'Who is removed, and every key you revoke, cannot read what is written afterwards.',
  'What is copied today stays closed to a quantum computer tomorrow: keys are handed over with X-Wing (ML-KEM-768 and X25519).',
  'Every byte format is published, so that a stranger could write an opener for your data.',
]
const notPromised = [
  'That a hostile live server sees nothing. It handles values in the clear while you use them; we never write “zero-knowledge”.',
  'That names stay secret. Names of projects, environments and variables, counts and times are visible to whoever runs the server.',
  'That a forgotten master password can be reset. Only your recovery key replaces it.',
]

export function SecurityPromise() {
  return (
    <Section
      id="security"
      beside
      title="What we promise, and what we do not"
      lead="A security page that only praises itself is of no use to you. Both lists are short."
      className="bg-surface"
    >
      <div className="grid gap-8 md:grid-cols-2 md:gap-x-12">
        <List
          title="Promised"
          icon={<Check className="mt-[3px] size-4 shrink-0 text-good" />}
          items={promised}
        />
        <List
          title="Not promised"
          icon={<Minus className="mt-[3px] size-4 shrink-0 text-ink-3" />}
          items={notPromised}
        />
        <Link
          to="/docs"
          hash="security"
          className="w-fit font-medium text-accent underline-offset-4 hover:underline"
        >
          How it works, in detail
        </Link>
      </div>
    </Section>
  )
}

function List({ title, icon, items }: { title: string; icon: ReactNode; items: readonly string[] }) {
  return (
    <div className="grid content-start gap-3">
      <h3 className="font-semibold">{title}</h3>
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3 text-pretty text-ink-2">
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

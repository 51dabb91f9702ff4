import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from './section.tsx'

const promised = [
  'A stolen database together with the server’s own secret reveals no value, short of guessing a master password against Argon2id.',
  'A removed collaborator or a revoked key cannot read anything written afterwards.',
  'Data copied today stays safe from future quantum computers: keys are exchanged with X-Wing (ML-KEM-768 and X25519).',
  'Every stored format is documented, so anyone could write a program that decrypts your own data.',
]
const notPromised = [
  'That a compromised server sees nothing. It handles values in the clear while you use them, so we do not claim “zero-knowledge”.',
  'That names stay secret. Names of projects, environments and variables, counts and times are visible to the operator of the server.',
  'That a forgotten master password can be reset. Only your recovery key replaces it.',
]

export function SecurityPromise() {
  return (
    <Section
      id="security"
      beside
      title="What we promise, and what we do not"
      lead="A security page should also state its limits. Both lists are short."
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
        <a href="/docs#security" className="w-fit font-medium text-accent underline-offset-4 hover:underline">
          How it works, in detail
        </a>
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

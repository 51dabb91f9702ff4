import { FileDown, History, KeyRound, Lock, ScrollText, SquareTerminal } from 'lucide-react'
import { Section } from './section.tsx'

const features = [
  {
    icon: Lock,
    title: 'Encrypted under your own password',
    text: 'Each environment has its own key. Your master password unlocks it, is held in memory only, and is never stored.',
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
    title: 'Keys for machines',
    text: 'An API key opens only the environments you choose, with expiry, IP allow-list and instant revocation.',
  },
  {
    icon: SquareTerminal,
    title: 'A command line for your tools',
    text: 'Pull a file, or start a program with its values and leave no file behind. Data on stdout, sensible exit codes.',
  },
  {
    icon: ScrollText,
    title: 'Recorded before it is answered',
    text: 'Every read of a secret is written to disk before it is answered, in a hash chain that reveals tampering.',
  },
]

export function Features() {
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

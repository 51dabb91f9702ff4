import { FileDown, History, KeyRound, Lock, ScrollText, SquareTerminal } from 'lucide-react'
import { Section } from './section.tsx'

const features = [
  {
    icon: Lock,
    title: 'Encrypted under your own password',
    text: 'Each environment has a key of its own. Your master password opens it, is held in memory only, and never stored.',
  },
  {
    icon: FileDown,
    title: 'Takes your .env as it is',
    text: 'Paste or drop a real file, see what would be added, changed and removed, then write it as one version.',
  },
  {
    icon: History,
    title: 'Every change is a version',
    text: 'See who changed which names and when, compare two environments side by side, and restore with one click.',
  },
  {
    icon: KeyRound,
    title: 'Keys for machines',
    text: 'An API key opens the environments you picked and no others: with an expiry, an IP allow-list, and an end at once.',
  },
  {
    icon: SquareTerminal,
    title: 'A command line that runs things',
    text: 'Pull a file, or start a program with its values and leave no file behind. Data on stdout, sensible exit codes.',
  },
  {
    icon: ScrollText,
    title: 'On the record first',
    text: 'Nothing that reads a secret is answered before its entry is on disk, in a chain that shows when it was tampered with.',
  },
]

export function Features() {
  return (
    <Section
      id="features"
      title="A well-made place for a small, dangerous thing"
      lead="Variables are few, short, and open everything you run. Envhold does one job: it keeps them closed, gives them to whom you say, and remembers that it did."
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

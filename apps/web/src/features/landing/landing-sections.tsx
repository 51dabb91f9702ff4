import { installCommand, runOnceCommand } from '@envhold/contract/pages/cli-download.ts'
import { documentedOrigin } from '@envhold/contract/pages/public-pages.ts'
import { Check, Copy, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'

const uses = () => [
  {
    title: 'On a laptop',
    text: 'Approve once in the browser, then run anything with its variables.',
    code: `${installCommand(instanceOrigin())}
envhold login --server ${instanceOrigin()}
envhold run --env local -- npm run dev`,
  },
  {
    title: 'In a pipeline',
    text: 'One request with an API key, no tool to install.',
    code: `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  ${instanceOrigin()}/api/v1/inject/7/production \\
  -o .env`,
  },
  {
    title: 'In GitHub Actions',
    text: 'Every value is masked in the log before it is used.',
    code: `- run: ${runOnceCommand(instanceOrigin(), 'pull --env production --format github')}
  env:
    ENVHOLD_SERVER: ${instanceOrigin()}
    ENVHOLD_TOKEN: \${{ secrets.ENVHOLD_API_KEY }}`,
  },
]

export function InUse() {
  return (
    <Section
      beside
      title="Where you need them"
      lead="The same environment, in the format each tool expects: dotenv for eleven readers, JSON, YAML, shell, GitHub."
    >
      <div className="grid min-w-0 gap-8">
        {uses().map(({ title, text, code }) => (
          <div key={title} className="grid min-w-0 content-start gap-3">
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </div>
            <CopyableCode code={code} />
          </div>
        ))}
      </div>
    </Section>
  )
}

/** A block of code whose button works without React: the entry of public pages copies. */
function CopyableCode({ code }: { code: string }) {
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto px-4 py-2.5 font-mono text-small">
        <code>{code}</code>
      </pre>
      <Button
        variant="ghost"
        size="icon"
        data-copy=""
        aria-label="Copy"
        title="Copy"
        className="group m-1 shrink-0"
      >
        <Copy className="group-data-copied:hidden" />
        <Check className="hidden text-good group-data-copied:block" />
        <span role="status" className="sr-only" />
      </Button>
    </div>
  )
}

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

interface Props {
  id?: string
  title: ReactNode
  lead?: ReactNode
  /** Text beside an illustration on wide screens. */
  beside?: boolean
  className?: string
  children: ReactNode
}

export function Section({ id, title, lead, beside, className, children }: Props) {
  return (
    <section id={id} className={cn('border-t', className)}>
      <div
        className={cn(
          'mx-auto grid max-w-content gap-x-16 gap-y-8 px-4 py-16 sm:px-6 sm:py-24',
          beside && 'lg:grid-cols-[19rem_1fr]',
        )}
      >
        <div className="grid content-start gap-2">
          <h2 className="text-title font-semibold text-balance">{title}</h2>
          {lead && <p className="max-w-xl text-pretty text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}

/** The address of the instance. While a page is prerendered, it is what the server replaces with the real one. */
const instanceOrigin = (): string =>
  typeof document === 'undefined'
    ? documentedOrigin
    : (document.documentElement.dataset.origin ?? window.location.origin)

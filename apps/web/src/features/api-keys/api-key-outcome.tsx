import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type ReactNode, useState } from 'react'
import { cn } from '../../ui/class-names.ts'
import { DialogAside } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SegmentedControl } from '../../ui/forms/choices.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { copyFailed } from '../../ui/text/copy-button.tsx'
import { formatCount, formatDay } from '../../ui/text/format.ts'
import { EnvironmentName } from '../projects/environment-name.tsx'
import { accessibleIn } from '../projects/environment-slots.tsx'
import { type ApiKeyValues, withIp } from './api-key-values.ts'
import { type Example, integrationExamples } from './integration-examples.ts'

interface Props {
  projectId: number
  environments: readonly Environment[]
  values: Pick<ApiKeyValues, 'environment_access' | 'expires_at' | 'allowed_ips' | 'typed_ip'>
  /** The limit and what sets it, once it is read. */
  plan: { readonly name: string; readonly rate_limit_per_hour: number } | undefined
  /** A phone shows the lines to paste only beside the key. */
  isCreated?: boolean
  children?: ReactNode
}

/** What the fields come to, and lines to paste. */
export function ApiKeyOutcome({ projectId, environments, values, plan, isCreated = false, children }: Props) {
  const { environment_access: access, expires_at, allowed_ips, typed_ip } = values
  const readable = accessibleIn(environments, access)
  const ips = withIp(allowed_ips, typed_ip)
  return (
    <DialogAside label="What the key can do">
      <dl
        aria-live="polite"
        className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 text-small lg:pr-8 [&>dt]:text-ink-3"
      >
        <dt>Reads</dt>
        <dd>{access === null ? 'all environments, later ones too' : <Names environments={readable} />}</dd>
        <dt>Until</dt>
        <dd>{untilText(expires_at, new Date())}</dd>
        <dt>From</dt>
        <dd className="wrap-anywhere">{ips.join(', ') || 'any address'}</dd>
        <dt>Limit</dt>
        <dd>{plan ? limitText(plan) : '…'}</dd>
      </dl>
      <div className={cn('grid gap-3', !isCreated && 'max-sm:hidden')}>
        <ExampleLines projectId={projectId} environments={readable} />
        <p className="text-small text-ink-3">
          Store the key as <span className="font-mono">ENVHOLD_API_KEY</span> where your pipeline keeps its
          secrets.
        </p>
      </div>
      {children}
    </DialogAside>
  )
}

const limitText = ({ name, rate_limit_per_hour: limit }: NonNullable<Props['plan']>) =>
  limit === -1 ? 'unlimited calls' : `${formatCount(limit, 'call')} an hour, by plan ${name}`

const maxNames = 4

function Names({ environments }: { environments: readonly Environment[] }) {
  if (environments.length === 0) return 'nothing yet'
  const visible = environments.slice(0, environments.length > maxNames + 1 ? maxNames : maxNames + 1)
  const more = environments.length - visible.length
  return visible.map((environment, index) => (
    <span key={environment.id}>
      <EnvironmentName environment={environment} />
      {index < visible.length - 1 && (index === visible.length - 2 && more === 0 ? ' and ' : ', ')}
      {index === visible.length - 1 && more > 0 && ` and ${more} more`}
    </span>
  ))
}

const dayMs = 86_400_000

const daysText = (ms: number) => {
  const days = Math.round(ms / dayMs)
  return days < 1 ? 'within a day' : `in ${formatCount(days, 'day')}`
}

/**
 * What an expiry means, in words.
 * @param value the text of the date field, in local time; empty for never
 */
export function untilText(value: string, now: Date): string {
  if (value === '') return 'you delete it'
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return 'the date is not complete'
  if (at <= now) return 'it has expired: its calls are rejected'
  return `${formatDay(at)}, ${daysText(at.getTime() - now.getTime())}`
}

/** Longer names side by side would not fit beside the places. */
const maxNamesLength = 20

/** Lines that fetch an environment, for each place and environment. */
function ExampleLines({ projectId, environments }: Pick<Props, 'projectId' | 'environments'>) {
  const [place, setPlace] = useState<Example['id']>('curl')
  const [chosen, setChosen] = useState<string>()
  const environment = environments.find(({ id }) => String(id) === chosen) ?? environments[0]
  const examples = integrationExamples({
    server: window.location.origin,
    projectId,
    environment: environment?.name ?? 'production',
  })
  const choice = {
    value: String(environment?.id),
    options: environments.map((option) => ({ value: String(option.id), option })),
  }
  const isShort = environments.reduce((length, { name }) => length + name.length, 0) <= maxNamesLength
  return (
    <>
      <div className="flex flex-wrap justify-between gap-2">
        <SegmentedControl
          label="Where it runs"
          options={examples.map(({ id, shortTitle }) => ({ value: id, label: shortTitle }))}
          value={place}
          onValueChange={setPlace}
        />
        {environments.length > 1 && isShort && (
          <SegmentedControl
            label="Environment of the example"
            options={choice.options.map(({ value, option }) => ({
              value,
              label: <EnvironmentName environment={option} />,
            }))}
            value={choice.value}
            onValueChange={setChosen}
          />
        )}
        {environments.length > 1 && !isShort && (
          <Select
            aria-label="Environment of the example"
            className="w-44"
            value={choice.value}
            onChange={({ target }) => setChosen(target.value)}
          >
            {choice.options.map(({ value, option }) => (
              <option key={value} value={value}>
                {option.name}
              </option>
            ))}
          </Select>
        )}
      </div>
      <ExampleCode wraps code={examples.find(({ id }) => id === place)?.code ?? ''} />
    </>
  )
}

export const ExampleCode = ({ code, wraps = false }: { code: string; wraps?: boolean }) => (
  <CodeBlock
    code={code}
    label="Copy code"
    wraps={wraps}
    className={wraps ? 'bg-surface' : ''}
    onCopied={() => toast.success('Code copied to clipboard')}
    onFailed={copyFailed('Failed to copy code')}
  />
)

import { Check, Pencil, Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import {
  markedOf,
  nameProblems,
  type SetupDraft,
  type SetupEnvironment,
  withEnvironment,
  withNewEnvironment,
  withoutEnvironment,
} from './setup-draft.ts'

interface Props {
  draft: SetupDraft
  onDraft: (draft: SetupDraft) => void
  busy: boolean
}

/** The environments to create: each can be renamed and removed, until it exists. */
export function SetupNames({ draft, onDraft, busy }: Props) {
  const { environments } = draft
  const [editing, setEditing] = useState<string>()
  const { list, focusNext } = useChipFocus()
  const problems = nameProblems(environments)
  const add = () => {
    // crypto.randomUUID is missing on pages without TLS.
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-')
    onDraft(withNewEnvironment(draft, key))
    setEditing(key)
  }
  return (
    <div className="grid gap-2">
      <ul ref={list} aria-label="Environments to create" className="flex min-w-0 flex-wrap gap-2">
        {environments.map((environment) => (
          <li key={environment.key} data-chip={environment.key} className="min-w-0">
            {editing === environment.key && environment.id === undefined && !busy ? (
              <NameField
                environment={environment}
                isInvalid={problems.has(environment.key)}
                onName={(name) => onDraft(withEnvironment(draft, environment.key, { name }))}
                onDone={(byKey) => {
                  setEditing(undefined)
                  if (byKey) focusNext(environment.key)
                }}
                onRemove={() => onDraft(withoutEnvironment(draft, environment.key))}
              />
            ) : (
              <Named
                environment={environment}
                isInvalid={problems.has(environment.key)}
                busy={busy}
                onEdit={() => setEditing(environment.key)}
                {...(environments.length > 1 && {
                  onRemove: () => {
                    onDraft(withoutEnvironment(draft, environment.key))
                    focusNext(environment.key)
                  },
                })}
              />
            )}
          </li>
        ))}
        <li>
          <Button variant="ghost" disabled={busy} onClick={add}>
            <Plus />
            Add
          </Button>
        </li>
      </ul>
      {[...new Set(problems.values())].map((problem) => (
        <p key={problem} role="alert" className="text-small text-bad">
          {problem}
        </p>
      ))}
    </div>
  )
}

/** Focuses the button of a chip once its field is gone, or of the list once the chip is. */
function useChipFocus() {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const ofChip = list.current?.querySelector<HTMLElement>(`[data-chip="${next.current}"] button`)
    const place = ofChip ?? list.current?.querySelector<HTMLElement>('li:last-child button')
    next.current = undefined
    place?.focus()
  })
  return {
    list,
    focusNext: (key: string) => {
      next.current = key
    },
  }
}

interface NamedProps {
  environment: SetupEnvironment
  isInvalid: boolean
  busy: boolean
  onEdit: () => void
  onRemove?: () => void
}

function Named({ environment, isInvalid, busy, onEdit, onRemove }: NamedProps) {
  const { name, id } = environment
  const label = name || 'the environment without a name'
  return (
    <span
      className={cn(
        'flex h-9 max-w-full items-center gap-2 rounded-md border border-line-strong bg-surface pr-1 pl-3 font-medium',
        isInvalid && 'border-bad',
      )}
    >
      <EnvironmentDot environment={environment} />
      <span className="min-w-0 truncate">{name || <span className="text-ink-3">no name</span>}</span>
      <ProtectedMark environment={markedOf(environment)} />
      {id === undefined ? (
        <span className="flex">
          <IconButton label={`Rename ${label}`} disabled={busy} onClick={onEdit} className="size-7">
            <Pencil />
          </IconButton>
          {onRemove && (
            <IconButton label={`Remove ${label}`} disabled={busy} onClick={onRemove} className="size-7">
              <X />
            </IconButton>
          )}
        </span>
      ) : (
        <span className="flex items-center gap-1 px-1.5 text-small font-normal text-good">
          <Check aria-hidden="true" className="size-4" />
          created
        </span>
      )}
    </span>
  )
}

interface FieldProps {
  environment: SetupEnvironment
  isInvalid: boolean
  onName: (name: string) => void
  onDone: (byKey: boolean) => void
  onRemove: () => void
}

/** Enter keeps the name; Escape brings back the one before, or removes an environment that never had one. */
function NameField({ environment, isInvalid, onName, onDone, onRemove }: FieldProps) {
  const [before] = useState(environment.name)
  const cancel = (byKey: boolean) => {
    if (before === '') onRemove()
    else onName(before)
    onDone(byKey)
  }
  return (
    <span className="flex h-9 items-center gap-2 rounded-md border border-accent bg-surface px-3 outline outline-accent">
      <EnvironmentDot environment={environment} />
      <input
        aria-label="Environment name"
        aria-invalid={isInvalid || undefined}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed.
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        placeholder="qa"
        value={environment.name}
        onChange={(event) => onName(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => (environment.name === '' && before === '' ? cancel(false) : onDone(false))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // It keeps the name, and does not submit the form around it.
            event.preventDefault()
            onDone(true)
          }
          if (event.key === 'Escape') cancel(true)
        }}
        className="w-32 min-w-0 bg-transparent outline-none pointer-coarse:text-[1rem]"
      />
    </span>
  )
}

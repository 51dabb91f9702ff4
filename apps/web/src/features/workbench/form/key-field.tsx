import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type ComponentProps, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { useBlocked } from '../../../ui/feedback/blocked.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { environmentEventQuery } from '../../projects/environment-event-query.ts'
import type { NewVariable } from '../data/variable-writes.ts'
import { looksLikeDotenv } from '../import/import-preview.ts'
import { BlockedInput } from '../parts/blocked-input.tsx'
import { type Pair, pairIn } from './variable-form.ts'

/** Whether a pasted text looks like lines of a `.env` file, rather than like one key. */
const hasSeveralLines = (text: string) => text.trim().includes('\n') && looksLikeDotenv(text)

/** Asks for a key. */
export const KeyInput = (input: ComponentProps<'input'>) => (
  <Input
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    placeholder="DATABASE_URL"
    className="font-mono"
    {...input}
  />
)

interface Props {
  autoFocus: boolean
  /** Gets a pasted `KEY=value`. */
  onPair: (pair: Pair) => void
  /** Imports a text of several variables instead; absent where only one can be entered. */
  onImport: ((text: string) => void) | undefined
}

/** The key of a variable. A pasted line fills the form, and several lines offer the import. */
export function KeyField({ autoFocus, onPair, onImport }: Props) {
  const { register, formState } = useFormContext<NewVariable>()
  const [several, setSeveral] = useState<string>()
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const pair = pairIn(text)
    const isSeveral = !pair && onImport !== undefined && hasSeveralLines(text)
    setSeveral(isSeveral ? text : undefined)
    if (pair || isSeveral) event.preventDefault()
    if (pair) onPair(pair)
  }
  return (
    <>
      {several !== undefined && onImport && (
        <Banner
          title="You pasted several lines"
          action={
            <Button variant="secondary" size="sm" onClick={() => onImport(several)}>
              Import them
            </Button>
          }
        >
          The import shows each variable before anything is saved.
        </Banner>
      )}
      <Field label="Key" error={formState.errors.key?.message}>
        <KeyInput {...register('key')} onPaste={paste} autoFocus={autoFocus} />
      </Field>
    </>
  )
}

interface ProblemProps {
  /** Why a form was not saved. */
  problem: string | undefined
  /** Another user saved first: saving again applies the form to the current version. */
  isStale: boolean
  /** The key of the form, if another user removed it: saving adds it again. */
  removed: string | undefined
  environment: Environment
  /** What is typed, to copy. */
  value: string
}

/** Why a form cannot be saved, or was not: nothing typed is lost, and the value can be copied. */
export function FormProblem({ problem, isStale, removed, environment, value }: ProblemProps) {
  const { name, project_id } = environment
  const reason = useBlocked()
  const [openedAs] = useState(name)
  const isRenamed = name !== openedAs
  const { data: who } = useQuery({
    ...environmentEventQuery(useApi(), project_id, 'environment_updated', `"${openedAs}" to "${name}"`),
    enabled: isRenamed,
  })
  return (
    <>
      {isRenamed && !reason && (
        <Banner>
          {openedAs} was renamed to {name}
          {who && ` by ${who}`}. You save to {name}.
        </Banner>
      )}
      <BlockedInput text={value} label="Copy value" />
      {problem && !reason && (
        <Banner
          tone={isStale ? 'warn' : 'bad'}
          action={!isStale && value !== '' && <CopyButton labelled label="Copy value" text={value} />}
        >
          {problem}
          {isStale &&
            removed === undefined &&
            ' What you typed is kept. Save again to apply it to the current version.'}
        </Banner>
      )}
      {removed !== undefined && !reason && (
        <Banner tone="warn">
          {removed} does not exist now. Saving adds it again, with all fields below.
        </Banner>
      )}
    </>
  )
}

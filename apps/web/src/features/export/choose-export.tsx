import type { ExportedProject } from '@envhold/contract/export.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'
import { DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/text-field.tsx'
import { formatCount } from '../../ui/text/format.ts'
import type { ExportChoice } from './use-export.ts'

/** What the archive will contain: 'Contains 3 projects (1 archived) with 12 environments.' */
function contentsOf(projects: readonly ExportedProject[]): string {
  const archived = projects.filter(({ archived_at }) => archived_at !== null).length
  const environments = projects.reduce((sum, project) => sum + project.environments.length, 0)
  const note = archived === 0 || projects.length === 1 ? '' : ` (${archived} archived)`
  return `Contains ${formatCount(projects.length, 'project')}${note} with ${formatCount(environments, 'environment')}.`
}

interface Props {
  projects: readonly ExportedProject[]
  onStart: (choice: ExportChoice) => void
  onCancel: () => void
}

export function ChooseExport({ projects, onStart, onCancel }: Props) {
  const { vault } = useConnection()
  const isOpen = useStore(vault) !== null
  const [history, setHistory] = useState(true)
  const hasValues = projects.some(({ environments }) => environments.length > 0)
  return (
    <ExportForm
      asks={hasValues && !isOpen}
      submitText="Download unencrypted ZIP"
      disabled={projects.length === 0}
      onSubmit={(masterPassword) => onStart({ history, masterPassword })}
      onCancel={onCancel}
    >
      <p>{contentsOf(projects)}</p>
      <Banner tone="warn" title="The file is not encrypted">
        Anyone who gets it can read every value in it. Keep it where only you can open it, and delete it when
        you no longer need it.
      </Banner>
      <Checkbox
        label="With history"
        hint="Every stored version, with its time and author. Otherwise only the newest values."
        checked={history}
        onChange={(event) => setHistory(event.target.checked)}
      />
    </ExportForm>
  )
}

interface ExportFormProps {
  /** Whether the master password is needed. */
  asks: boolean
  /** Why it is asked for again. */
  rejected?: string | undefined
  submitText: string
  disabled?: boolean
  onSubmit: (masterPassword: string | null) => void
  onCancel: () => void
  children?: ReactNode
}

/** Asks in place: a suspended account has no prompt of the vault, and nothing else to open it for. */
export function ExportForm({ asks, rejected, submitText, disabled, children, ...on }: ExportFormProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState(rejected)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asks && typed === '') return setProblem('Master password is required')
    on.onSubmit(asks ? typed : null)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {children}
      {asks && (
        <Field
          label="Master password"
          error={problem}
          hint="Only for this download: the vault stays locked everywhere else."
        >
          <PasswordInput
            value={typed}
            name="masterPassword"
            unfilled
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={on.onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={disabled}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  )
}

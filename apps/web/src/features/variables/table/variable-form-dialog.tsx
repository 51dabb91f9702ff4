import { dueDay, note, requiredVariableValue, variableKey } from '@envhold/contract/fields.ts'
import { readDotenv } from '@envhold/formats/parse-dotenv.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { z } from 'zod'
import { errorText } from '../../../connection/api/error-text.ts'
import { showFieldErrors } from '../../../connection/api/show-field-errors.ts'
import { isPromptCancelled } from '../../../connection/is-prompt-cancelled.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { notFilled } from '../../../ui/not-filled.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { looksLikeDotenv } from '../import/import-preview.ts'
import { StaleError } from '../use-variable-writes.ts'
import { variableErrors } from '../variable-errors.ts'
import { DetailsFields } from './details-fields.tsx'
import { GenerateValue } from './generate-value.tsx'

const schema = z.object({ key: variableKey, value: requiredVariableValue, note, due: dueDay })

interface Values {
  key: string
  value: string
  note: string
  due: string
}

/** `KEY=value` pasted into the key fills the fields; a comment above it is the note. */
const pairIn = (text: string): Omit<Values, 'due'> | undefined => {
  if (!text.includes('=')) return undefined
  try {
    const [[key, variable] = [], ...others] = readDotenv(text).variables
    return key !== undefined && variable && others.length === 0
      ? { key, value: variable.value, note: variable.note ?? '' }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether a pasted text looks like lines of a `.env` file, rather than like one key. */
const hasSeveralLines = (text: string) => text.trim().includes('\n') && looksLikeDotenv(text)

interface Props {
  /** Hidden while the vault is locked; input is kept. */
  hidden: boolean
  environment: string
  /** The variable to edit; none to create one. */
  initial?: Pick<Values, 'key' | 'value'> & { note?: string | undefined; due?: string | undefined }
  /** The key of a new variable, if it is known. */
  firstKey?: string | undefined
  onSave: (values: Values) => Promise<{ warnings: readonly { key: string; problem: string }[] }>
  /** Imports a text of several variables instead; absent where only one can be entered. */
  onImport?: (text: string) => void
  onClose: () => void
}

const SeveralLines = ({ onImport }: { onImport: () => void }) => (
  <Banner
    title="You pasted several lines"
    action={
      <Button variant="secondary" size="sm" onClick={onImport}>
        Import them
      </Button>
    }
  >
    The import shows each variable before anything is saved.
  </Banner>
)

export function VariableFormDialog({ hidden, environment, initial, firstKey = '', ...on }: Props) {
  const { onSave, onClose } = on
  const [several, setSeveral] = useState<string>()
  const [problem, setProblem] = useState<{ text: string; stale: boolean }>()
  const { register, handleSubmit, formState, setError, setValue, control } = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: {
      key: initial?.key ?? firstKey,
      value: initial?.value ?? '',
      note: initial?.note ?? '',
      due: initial?.due ?? '',
    },
  })
  const close = useUnsaved(formState.isDirty)
  const texts = initial ? variableErrors.updateVariable : variableErrors.createVariable

  const save = handleSubmit(async (values) => {
    setProblem(undefined)
    try {
      const { warnings } = await onSave(values)
      toast.success(initial ? 'Variable updated' : 'Variable created successfully!')
      for (const warning of warnings)
        toast.warning(`${warning.key}: ${warning.problem}`, { duration: 10_000 })
      onClose()
    } catch (error) {
      if (isPromptCancelled(error)) return
      if (error instanceof StaleError) return setProblem({ text: error.message, stale: true })
      if (!showFieldErrors(error, ['key', 'value', 'note', 'due'], setError))
        setProblem({ text: errorText(error, texts), stale: false })
    }
  })

  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
  }

  const pasteKey = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const pair = pairIn(text)
    const isSeveral = !pair && on.onImport !== undefined && hasSeveralLines(text)
    setSeveral(isSeveral ? text : undefined)
    if (pair || isSeveral) event.preventDefault()
    if (!pair) return
    setValue('key', pair.key, { shouldValidate: true, shouldDirty: true })
    setValue('value', pair.value, { shouldValidate: true, shouldDirty: true })
    if (pair.note) setValue('note', pair.note, { shouldValidate: true, shouldDirty: true })
  }

  return (
    <Dialog
      open={!hidden}
      onOpenChange={(open) => !open && close(onClose)}
      title={initial ? 'Edit Variable' : 'Add Variable'}
      description={
        <>
          In <span className="font-medium text-ink">{environment}</span>. The value is encrypted before it is
          stored.
        </>
      }
      size="lg"
    >
      <form onSubmit={save} className="grid gap-4" noValidate>
        {problem && (
          <Banner tone={problem.stale ? 'warn' : 'bad'}>
            {problem.text}
            {problem.stale && ' What you typed is kept. Save again to apply it to the current version.'}
          </Banner>
        )}
        {several !== undefined && on.onImport && <SeveralLines onImport={() => on.onImport?.(several)} />}
        <Field label="Key" error={formState.errors.key?.message}>
          <Input
            {...register('key')}
            onPaste={pasteKey}
            autoFocus={!initial && firstKey === ''}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="DATABASE_URL"
            className="font-mono"
          />
        </Field>
        <Field
          label="Value"
          error={formState.errors.value?.message}
          hint="It may have several lines, and is stored exactly as entered."
        >
          <Textarea
            {...register('value')}
            autoFocus={Boolean(initial) || firstKey !== ''}
            {...notFilled}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            rows={4}
            onKeyDown={saveOnEnter}
            className="max-h-[45vh] resize-y font-mono field-sizing-content"
          />
        </Field>
        <GenerateValue
          onGenerate={(value) => setValue('value', value, { shouldValidate: true, shouldDirty: true })}
        />
        <DetailsFields
          register={register}
          control={control}
          errors={formState.errors}
          onKeyDown={saveOnEnter}
        />
        <DialogActions>
          <Button variant="secondary" onClick={() => close(onClose)}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            {initial ? `Save to ${environment}` : `Add to ${environment}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

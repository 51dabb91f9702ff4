import type { Environment } from '@envhold/contract/environments/environments.ts'
import { detailNames, fieldNames } from '@envhold/formats/fields/every-field.ts'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useActionForm } from '../../../connection/action-form.tsx'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { useFileDrop } from '../../../ui/forms/use-file-drop.ts'
import { EnvironmentName } from '../../projects/environment-name.tsx'
import { variableErrors } from '../data/variable-errors.ts'
import { type NewVariable, StaleError, type VariableChange } from '../data/variable-writes.ts'
import { detailParts } from '../parts/detail-parts.tsx'
import { FormProblem, KeyField } from './key-field.tsx'
import { useFormValue, ValueField } from './value-field.tsx'
import { changesOf, defaultsOf, type InitialVariable, type Pair, schemaFor } from './variable-form.ts'

interface Props {
  /** Hidden while the vault is locked; input is kept. */
  hidden: boolean
  environment: Environment
  /** The variable to edit; for a new one, its key if that is known. */
  start: { readonly initial?: InitialVariable; readonly key?: string | undefined }
  /** The variable to edit was removed since: saving adds it again. */
  isRemoved?: boolean
  /** Where else the variable is saved, by the key that is typed. */
  targets?: ((key: string) => ReactNode) | undefined
  on: FormEvents
}

export interface FormEvents {
  /** Gets the whole variable, and the fields that differ from `initial`; is not called if nothing changes. */
  readonly save: (next: NewVariable, change: VariableChange) => Promise<void>
  /** Imports a text of several variables instead; absent where only one can be entered. */
  readonly import?: (text: string) => void
  readonly close: () => void
}

export function VariableFormDialog({ hidden, environment, start, isRemoved = false, targets, on }: Props) {
  const { initial, key: firstKey = '' } = start
  const { name: environmentName } = environment
  /** Another user saved first. */
  const [stale, setStale] = useState<string>()
  const form = useActionForm({
    schema: schemaFor(initial),
    initial: defaultsOf(initial, firstKey),
    mode: 'onChange',
    errors: initial ? variableErrors.updateVariable : variableErrors.createVariable,
    names: ['key', ...fieldNames],
    onSubmit: async (values) => {
      const next = { ...values, value: stored.exact(values.value) }
      const change = changesOf(next, initial)
      if (Object.keys(change).length === 0 && !isRemoved) return on.close()
      setStale(undefined)
      try {
        await on.save(next, change)
        on.close()
      } catch (error) {
        if (!(error instanceof StaleError)) throw error
        setStale(error.message)
      }
    },
  })
  const { submit, setValue, control } = form
  const fill = (name: keyof NewVariable, text: string) =>
    setValue(name, text, { shouldValidate: true, shouldDirty: true })
  const stored = useFormValue(initial?.value ?? '', {
    onShow: (text) => fill('value', text),
    onProblem: (message) => form.setError('value', { message }),
  })
  const [name, text] = useWatch({ control, name: ['key', 'value'] })
  const value = stored.exact(text)
  const drop = useFileDrop((file) => void stored.putFile(file))
  const close = useUnsaved({ ...form, isDirty: form.isDirty || value !== (initial?.value ?? '') })

  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit()
  }

  const putPair = ({ key, value: pasted, ...details }: Pair) => {
    fill('key', key)
    stored.put(pasted)
    for (const name of detailNames) if (details[name]) fill(name, details[name])
  }

  return (
    <Dialog
      open={!hidden}
      onOpenChange={(open) => !open && close(on.close)}
      title={initial ? 'Edit Variable' : 'Add Variable'}
      description={
        <>
          In <EnvironmentName environment={environment} className="ml-0.5 font-medium text-ink" />. The value
          is encrypted before it is stored.
        </>
      }
      size="lg"
    >
      <FormProvider {...form}>
        <form onSubmit={submit} className="grid gap-4" noValidate {...drop.events}>
          <FormProblem
            problem={stale ?? form.problem}
            isStale={stale !== undefined}
            removed={isRemoved ? initial?.key : undefined}
            environment={environment}
            value={value}
          />
          <KeyField autoFocus={!initial && firstKey === ''} onPair={putPair} onImport={on.import} />
          <ValueField
            stored={stored}
            autoFocus={Boolean(initial) || firstKey !== ''}
            isOver={drop.isOver}
            onKeyDown={saveOnEnter}
          />
          {detailNames.map((detail) => {
            const { Input } = detailParts[detail]
            return <Input key={detail} onKeyDown={saveOnEnter} />
          })}
          {targets?.(name)}
          <DialogActions busy={form.isBusy}>
            <Button variant="secondary" disabled={form.isBusy} onClick={() => close(on.close)}>
              Cancel
            </Button>
            <Changing>
              <Button type="submit" busy={form.isBusy}>
                {`${isRemoved ? 'Add again' : initial ? 'Save' : 'Add'} to ${environmentName}`}
              </Button>
            </Changing>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

import { ApiError } from '@envhold/client/api-error.ts'
import type { ErrorCode } from '@envhold/contract/errors.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialogs/dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { type ErrorTexts, showFormError } from './api/error-text.ts'

interface Options<In extends FieldValues, Out extends FieldValues> {
  readonly schema: z.ZodType<Out, In>
  readonly initial: DefaultValues<In>
  /** Checks a field while it is typed, not only once the form was sent. */
  readonly mode?: 'onChange'
  readonly errors?: ErrorTexts
  /** The fields that show an error of the server; without it, all that `initial` names. */
  readonly names?: readonly Path<In>[]
  /** Where an error that belongs to no field shows; without it, above the form. */
  readonly at?: Path<In>
  /** Where errors with these codes show. */
  readonly fieldOf?: Partial<Record<ErrorCode, Path<In>>>
  /** Calls the server. What it rejects with shows in the form. */
  readonly onSubmit: (values: Out, form: UseFormReturn<In, unknown, Out>) => unknown
}

/** A form that calls the server: its errors show at their fields, and it is busy until the call ends. */
export function useActionForm<In extends FieldValues, Out extends FieldValues>(options: Options<In, Out>) {
  const { schema, initial, mode = 'onSubmit', onSubmit } = options
  const form = useForm<In, unknown, Out>({ resolver: zodResolver(schema), mode, defaultValues: initial })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values, form)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      showFormError(error, {
        names: options.names ?? (Object.keys(initial) as Path<In>[]),
        texts: options.errors,
        setError: form.setError,
        at: (code && options.fieldOf?.[code]) ?? options.at,
      })
    }
  })
  return {
    ...form,
    submit,
    isBusy: isSubmitting,
    isDirty,
    problem: errors.root?.message,
    /** The properties of a text field. */
    field: (name: Path<In>, options?: RegisterOptions<In>) => ({
      ...form.register(name, options),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
  }
}

interface Props {
  readonly form: {
    readonly submit: (event: FormEvent) => Promise<void>
    readonly isBusy: boolean
    readonly problem: string | undefined
  }
  readonly name?: string
  readonly className?: string | undefined
  readonly submitText: string
  readonly tone?: 'primary' | 'danger'
  readonly disabled?: boolean
  /** In a dialog: the button before the main one. */
  readonly onCancel?: () => void
  readonly cancelText?: string
  /** Beside the button. */
  readonly beside?: ReactNode
  /** Below the button. */
  readonly below?: ReactNode
  /** The button is as wide as the form. */
  readonly wide?: boolean
  readonly children: ReactNode
}

export function ActionForm({ form, name, className = 'grid gap-4', children, ...actions }: Props) {
  return (
    <form
      name={name}
      onSubmit={(event) => {
        // It may show above another form, which must not be sent by this one.
        event.stopPropagation()
        void form.submit(event)
      }}
      noValidate
      className={className}
    >
      {form.problem && <Banner tone="bad">{form.problem}</Banner>}
      {children}
      <Actions form={form} {...actions} />
    </form>
  )
}

type ActionsProps = Omit<Props, 'name' | 'className' | 'children'>

function Actions({ form, submitText, tone = 'primary', disabled, onCancel, ...rest }: ActionsProps) {
  const { cancelText = 'Cancel', beside, below, wide } = rest
  const submit = (
    <Button type="submit" variant={tone} busy={form.isBusy} disabled={disabled}>
      {submitText}
    </Button>
  )
  if (onCancel)
    return (
      <DialogActions busy={form.isBusy}>
        {beside}
        <Button variant="secondary" disabled={form.isBusy} onClick={onCancel}>
          {cancelText}
        </Button>
        {submit}
      </DialogActions>
    )
  return (
    <>
      {wide ? (
        submit
      ) : (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {submit}
          {beside}
        </div>
      )}
      {below}
    </>
  )
}

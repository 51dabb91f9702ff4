import type { KeyboardEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cn } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/field.tsx'
import { notFilled } from '../../../ui/not-filled.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { GenerateValue } from './generate-value.tsx'
import type { useFormValue } from './use-form-value.ts'
import { ValueHint } from './value-hint.tsx'
import { ValueSource } from './value-source.tsx'

interface Props {
  field: UseFormRegisterReturn
  /** The variable's name. */
  name: string
  /** The text in the field. */
  shown: string
  stored: ReturnType<typeof useFormValue>
  error: string | undefined
  autoFocus: boolean
  /** A file is dragged over the form. */
  isOver: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

/** The value of a variable: typed, made at random, or from a file. */
export function ValueField({ field, name, shown, stored, error, autoFocus, isOver, onKeyDown }: Props) {
  const value = stored.exact(shown)
  const file = stored.fileOf(shown)
  return (
    <>
      <Field label="Value" error={error} hint={<ValueHint value={value} file={file} />}>
        <Textarea
          {...field}
          autoFocus={autoFocus}
          {...notFilled}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          rows={4}
          onKeyDown={onKeyDown}
          className={cn('max-h-[45vh] resize-y font-mono field-sizing-content', isOver && 'bg-accent-soft')}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <GenerateValue onGenerate={stored.put} />
        <ValueSource
          name={name}
          value={value}
          file={file}
          onFile={(chosen) => void stored.putFile(chosen)}
          onValue={stored.put}
        />
      </div>
    </>
  )
}

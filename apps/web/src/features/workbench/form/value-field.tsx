import { pipedValue } from '@envhold/formats/new-value.ts'
import { Download, FileUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { asTyped, Textarea } from '../../../ui/forms/input.tsx'
import { notFilled } from '../../../ui/forms/text-field.tsx'
import { describeInvisible } from '../../../ui/text/invisible-characters.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { asShown, exactText, readValueFile } from '../data/exact-text.ts'
import type { NewVariable } from '../data/variable-writes.ts'
import { GenerateValue } from './generate-value.tsx'

interface Props {
  stored: ReturnType<typeof useFormValue>
  autoFocus: boolean
  /** A file is dragged over the form. */
  isOver: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

/** The value of a variable: typed, made at random, or from a file, and saved to one byte for byte. */
export function ValueField({ stored, autoFocus, isOver, onKeyDown }: Props) {
  const { register, formState, control } = useFormContext<NewVariable>()
  const [name, text] = useWatch({ control, name: ['key', 'value'] })
  const value = stored.exact(text)
  const file = stored.fileOf(text)
  const line = pipedValue(value)
  return (
    <>
      <Field
        label="Value"
        error={formState.errors.value?.message}
        hint={<ValueHint value={value} file={file} />}
      >
        <Textarea
          {...register('value')}
          autoFocus={autoFocus}
          {...notFilled}
          {...asTyped}
          rows={4}
          onKeyDown={onKeyDown}
          className={cn('max-h-[45vh] resize-y font-mono field-sizing-content', isOver && 'bg-accent-soft')}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <GenerateValue onGenerate={stored.put} />
        <FileButton
          variant="link"
          className="text-small"
          label="Text file"
          onFile={(chosen) => void stored.putFile(chosen)}
        >
          <FileUp />
          Choose a file
        </FileButton>
        {value !== '' && (
          <Button variant="link" className="text-small" onClick={() => saveFile(name || 'value', value)}>
            <Download />
            Download value
          </Button>
        )}
        {file !== undefined && line !== value && (
          <Button variant="link" className="text-small" onClick={() => stored.put(line)}>
            Remove the last newline
          </Button>
        )}
      </div>
    </>
  )
}

interface ValueHintProps {
  value: string
  /** The name of the file that the value came from, if it did. */
  file: string | undefined
}

/** What becomes of a value, and what in it the field does not show. */
function ValueHint({ value, file }: ValueHintProps) {
  const invisible = describeInvisible(value)
  return (
    <>
      {file === undefined ? (
        'It may have several lines, and is stored exactly as entered.'
      ) : (
        <>
          From <span className="font-mono break-all">{file}</span>, stored byte for byte.
        </>
      )}
      {invisible !== '' && <span className="mt-1 block text-warn">Not visible here: {invisible}.</span>}
      {value.includes('\r') && (
        <span className="mt-1 block text-ink-2">
          This field cannot show carriage returns. They stay unless you edit the text here. To edit the value
          with them, download it, and choose the edited file.
        </span>
      )}
    </>
  )
}

/**
 * The bytes behind the value field. Until its text is edited, they are those of the stored value, of a file, or of what
 * a program put into the field.
 */
export function useFormValue(
  stored: string,
  { onShow, onProblem }: { onShow: (text: string) => void; onProblem: (message: string) => void },
) {
  const [source, setSource] = useState<{ readonly text: string; readonly file?: string }>({ text: stored })
  const put = (text: string, file?: string) => {
    setSource({ text, ...(file !== undefined && { file }) })
    onShow(asShown(text))
  }
  return {
    exact: (text: string) => exactText(text, [source.text, stored]),
    /** The name of the file whose text the field shows. */
    fileOf: (text: string) => (asShown(source.text) === text ? source.file : undefined),
    put,
    putFile: async (file: File) => {
      try {
        put(await readValueFile(file), file.name)
      } catch (error) {
        onProblem(error instanceof Error ? error.message : 'This file cannot be read')
      }
    },
  }
}

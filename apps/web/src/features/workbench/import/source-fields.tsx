import { FileUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { asTyped, Textarea } from '../../../ui/forms/input.tsx'
import { type ImportSource, readFile } from './import-preview.ts'

type OnSource = (source: ImportSource) => void

/** Reads a chosen or dropped file, or says why it cannot be read. */
export async function readSource(file: File, onSource: OnSource): Promise<void> {
  try {
    onSource(await readFile(file))
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'This file cannot be read')
  }
}

interface TextProps extends ComponentProps<typeof Textarea> {
  text: string
  onText: (text: string) => void
  /** A whole text was pasted into the empty field. */
  onSource: OnSource
}

/** The text of variables, to paste or to type. */
export const SourceText = ({ text, onText, onSource, ...field }: TextProps) => (
  <Textarea
    value={text}
    onChange={({ target }) => onText(target.value)}
    onPaste={(event) => {
      if (text.trim() !== '') return
      event.preventDefault()
      onSource({ text: event.clipboardData.getData('text') })
    }}
    autoComplete="off"
    {...asTyped}
    placeholder={'DATABASE_URL=postgres://…\nAPI_TOKEN=…'}
    {...field}
  />
)

type FileProps = Omit<ComponentProps<typeof FileButton>, 'onFile'> & { onSource: OnSource }

/** Takes the text from a file. */
export const SourceFile = ({ onSource, ...button }: FileProps) => (
  <FileButton size="sm" onFile={(file) => void readSource(file, onSource)} {...button} />
)

interface DotenvTextProps {
  text: string
  onText: (text: string) => void
  /** A whole text was pasted or read from a file. */
  onSource: OnSource
}

/** The text to import, typed or from a file. */
export const DotenvText = ({ onSource, ...text }: DotenvTextProps) => (
  <div className="grid gap-2">
    <Field label="Text of the .env, JSON or YAML file">
      <SourceText
        {...text}
        onSource={onSource}
        autoFocus
        rows={8}
        className="max-h-[40vh] resize-y font-mono text-small"
      />
    </Field>
    <div>
      <SourceFile variant="secondary" label="Choose a .env, JSON or YAML file" onSource={onSource}>
        <FileUp />
        Choose file
      </SourceFile>
    </div>
  </div>
)

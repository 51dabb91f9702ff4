import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { toast } from 'sonner'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Textarea } from '../../../ui/forms/input.tsx'
import type { ImportSource } from './import-preview.ts'
import { readFile } from './read-file.ts'

interface Props {
  text: string
  onText: (text: string) => void
  /** A whole text was pasted or read from a file. */
  onSource: (given: ImportSource) => void
}

export function DotenvText({ text, onText, onSource }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const readChosen = async (file: File | undefined) => {
    if (!file) return
    try {
      onSource(await readFile(file))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This file cannot be read')
    }
  }
  return (
    <div className="grid gap-2">
      <Field label="Text of the .env, JSON or YAML file">
        <Textarea
          value={text}
          onChange={(event) => onText(event.target.value)}
          onPaste={(event) => {
            if (text.trim() !== '') return
            event.preventDefault()
            onSource({ text: event.clipboardData.getData('text') })
          }}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          placeholder={'DATABASE_URL=postgres://…\nAPI_TOKEN=…'}
          rows={8}
          className="max-h-[40vh] resize-y font-mono text-small"
        />
      </Field>
      <div>
        <input
          ref={chooser}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="Choose a .env, JSON or YAML file"
          onChange={(event) => void readChosen(event.target.files?.[0])}
        />
        <Button variant="secondary" size="sm" onClick={() => chooser.current?.click()}>
          <FileUp />
          Choose file
        </Button>
      </div>
    </div>
  )
}

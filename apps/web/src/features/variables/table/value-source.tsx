import { pipedValue } from '@envhold/formats/piped-value.ts'
import { Download, FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'

interface Props {
  /** The variable's name, for the downloaded file. */
  name: string
  value: string
  /** The name of the file that the value came from, if it did. */
  file: string | undefined
  onFile: (file: File) => void
  onValue: (value: string) => void
}

/** Takes a value from a file and saves it to one, byte for byte. */
export function ValueSource({ name, value, file, onFile, onValue }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const line = pipedValue(value)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label="Text file"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onFile(chosen)
          // The same file can be chosen again after it was edited.
          target.value = ''
        }}
      />
      <Button variant="link" className="text-small" onClick={() => chooser.current?.click()}>
        <FileUp />
        Choose a file
      </Button>
      {value !== '' && (
        <Button variant="link" className="text-small" onClick={() => saveFile(name || 'value', value)}>
          <Download />
          Download value
        </Button>
      )}
      {file !== undefined && line !== value && (
        <Button variant="link" className="text-small" onClick={() => onValue(line)}>
          Remove the last newline
        </Button>
      )}
    </>
  )
}

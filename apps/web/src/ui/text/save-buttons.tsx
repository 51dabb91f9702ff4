import { Download, Printer } from 'lucide-react'
import { Button } from '../button.tsx'
import { CopyButton } from './copy-button.tsx'
import { saveFile } from './save-file.ts'

interface Props {
  /** The secret alone, to copy. */
  secret: string
  /** Characters that file names cannot have are replaced. */
  fileName: string
  /** The text of the file. */
  text: string
}

/** What is shown only once can be printed, saved to a file or copied. */
export const SaveButtons = ({ secret, fileName, text }: Props) => (
  <div className="flex flex-wrap gap-2">
    <Button variant="secondary" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
    <Button variant="secondary" onClick={() => saveFile(fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_'), text)}>
      <Download />
      Download
    </Button>
    <CopyButton labelled text={secret} />
  </div>
)

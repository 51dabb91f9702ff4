import type { Answer, CallOptions } from '@envhold/client/client.ts'
import { Braces, Download, Sheet } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { errorText } from '../../connection/api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../ui/dropdown-menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { activityErrors } from './activity-errors.ts'
import { fileNameOf } from './file-name.ts'

type Format = 'csv' | 'json'
/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 5 * 60_000 }
const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

interface Props {
  /** The file name if the server gives none. */
  name: string
  ask: (format: Format, options: CallOptions) => Promise<Answer<string>>
}

/** Exports the whole list for the current range and filter. */
export function ExportMenu({ name, ask }: Props) {
  const [busy, setBusy] = useState(false)
  const save = async (format: Format) => {
    setBusy(true)
    const message = toast.loading('Preparing the file…')
    try {
      const { output, headers } = await ask(format, exportOptions)
      const file = fileNameOf(headers, `${name}.${format}`)
      saveFile(file, output ?? '', types[format])
      toast.success(`Saved as ${file}`, { id: message })
    } catch (error) {
      toast.error(errorText(error, activityErrors.exportActivity), { id: message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <DropdownMenu
      trigger={
        <Button variant="secondary" size="sm" busy={busy}>
          {!busy && <Download />}
          Export
        </Button>
      }
    >
      <DropdownMenuItem onSelect={() => void save('csv')}>
        <Sheet />
        CSV
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => void save('json')}>
        <Braces />
        JSON
      </DropdownMenuItem>
    </DropdownMenu>
  )
}

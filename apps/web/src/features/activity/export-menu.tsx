import type { Answer, CallOptions } from '@envhold/client/client.ts'
import { Braces, Download, Sheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../ui/dropdown-menu.tsx'
import { fileNameOf } from './file-name.ts'
import { useFileDownload } from './use-file-download.ts'

type Format = 'csv' | 'json'
/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 5 * 60_000 }
const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

interface Props {
  /** The file name if the server gives none. */
  name: string
  ask: (format: Format, options: CallOptions) => Promise<Answer<string>>
  /** Further items. */
  children?: ReactNode
}

/** Exports the whole list for the current range and filter. */
export function ExportMenu({ name, ask, children }: Props) {
  const { busy, download } = useFileDownload()
  const save = (format: Format) =>
    download(async () => {
      const { output, headers } = await ask(format, exportOptions)
      const file = fileNameOf(headers, `${name}.${format}`)
      return { name: file, content: output ?? '', type: types[format] }
    })
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
      {children}
    </DropdownMenu>
  )
}

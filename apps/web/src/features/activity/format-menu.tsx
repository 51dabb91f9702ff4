import { Braces, Download, Sheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '../../ui/dialogs/dropdown-menu.tsx'

export type ExportFormat = 'csv' | 'json'
export const contentTypeOf = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

interface Props {
  readonly busy: boolean
  readonly onSelect: (format: ExportFormat) => void
  /** What stands above the formats. */
  readonly label?: ReactNode
  /** Whether it is the icon alone on phones, or everywhere. */
  readonly isShort?: boolean | 'always' | undefined
  /** Further items. */
  readonly children?: ReactNode
}

/** The button Export, which asks for the format. */
export const FormatMenu = ({ busy, onSelect, label, isShort = false, children }: Props) => (
  <DropdownMenu
    trigger={
      <Button variant="secondary" size="sm" busy={busy}>
        {!busy && <Download />}
        <span className={isShort === 'always' ? 'sr-only' : isShort ? 'max-sm:sr-only' : undefined}>
          Export
        </span>
      </Button>
    }
  >
    {label}
    <DropdownMenuItem onSelect={() => onSelect('csv')}>
      <Sheet />
      CSV
    </DropdownMenuItem>
    <DropdownMenuItem onSelect={() => onSelect('json')}>
      <Braces />
      JSON
    </DropdownMenuItem>
    {children}
  </DropdownMenu>
)

/** The file name from the server, if it is safe. */
export const fileNameOf = (headers: Headers, otherwise: string): string =>
  /filename="([\w-][\w.-]{0,150})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise

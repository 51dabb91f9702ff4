import { exportAuditEntries, exportDays, maxExportedEntries } from '@envhold/contract/operator/audit.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { DropdownMenuLabel } from '../../../ui/dialogs/dropdown-menu.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { contentTypeOf, type ExportFormat, FormatMenu, fileNameOf } from '../../activity/format-menu.tsx'
import { useMayCall } from '../operator.ts'
import { type AuditFilters, queryOf } from './audit-filters.ts'

/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 10 * 60_000 }

/** Exports what the filters leave. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  if (!useMayCall('exportAuditEntries')) return null
  const save = async (format: ExportFormat) => {
    setBusy(true)
    try {
      const query = { ...queryOf(filters), format }
      const { output, headers } = await api.ask(exportAuditEntries, { query }, exportOptions)
      const name = fileNameOf(headers, `envhold-audit-${filters.log}.${format}`)
      saveFile(name, output ?? '', contentTypeOf[format])
      void toast.success(`Saved as ${name}`)
    } catch (error) {
      notifyError(error, { fallback: 'Failed to export the audit log' })
    } finally {
      setBusy(false)
    }
  }
  const range =
    filters.from === ''
      ? `The last ${exportDays.usual} days${filters.to === '' ? '' : ' before the end'}`
      : 'The chosen time'
  return (
    <FormatMenu
      busy={busy}
      onSelect={(format) => void save(format)}
      label={
        <DropdownMenuLabel>
          {range}, at most {formatCount(maxExportedEntries)} entries
        </DropdownMenuLabel>
      }
    />
  )
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { cn } from '../../../ui/class-names.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { variablesQuery } from '../data/variable-queries.ts'

const HistoryDrawer = deferred(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

interface Props {
  environment: Environment
  canWrite: boolean
  className?: string
}

/** Version, time and author of the newest change. Opens the history while the vault is open. */
export function LastChange({ environment: listed, canWrite, className }: Props) {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const connection = useConnection()
  const isVaultOpen = useVaultOpen()
  // Reads nothing itself. A wrong master password then fails once, in the table, and not here too.
  const read = useQuery({ ...variablesQuery(connection, listed.id), enabled: false }).data
  const environment = read?.environment ?? listed
  const { version, last_change: last } = environment
  if (!last) return <span className={cn('text-small text-ink-3', className)}>Never changed</span>
  const text = (
    <>
      {/* The first part of a line never wraps: an empty one lets all others. */}
      <span aria-hidden="true" className="-mr-1 h-5" />
      {/* Where there is little room, who and when are what counts. */}
      <span className="font-medium text-ink-2 max-[112.5rem]:sr-only">v{version}</span>
      <span>
        <span className="max-[112.5rem]:sr-only">· changed </span>
        <Time at={last.at} />
      </span>
      {last.author.username && <span className="max-md:hidden">by {last.author.username}</span>}
    </>
  )
  // Parts that do not fit are in a second line, which is not shown.
  const style = cn(
    'flex h-7 flex-wrap content-start gap-x-1 overflow-hidden py-1 text-small leading-5 whitespace-nowrap text-ink-3',
    className,
  )
  if (!isVaultOpen) return <span className={style}>{text}</span>
  return (
    <>
      <button
        type="button"
        title="Open the history"
        onClick={() => setHistoryOpen(true)}
        className={cn('rounded-md hover:bg-hover', style)}
      >
        {text}
      </button>
      {isHistoryOpen && (
        <HistoryDrawer environment={environment} canWrite={canWrite} onClose={() => setHistoryOpen(false)} />
      )}
    </>
  )
}

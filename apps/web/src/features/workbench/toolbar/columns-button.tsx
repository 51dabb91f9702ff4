import { Columns3 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { useWorkbench } from '../store/workbench-store.ts'

const ColumnsPanel = deferred(async () => (await import('./columns-panel.tsx')).ColumnsPanel)

/** How many columns are shown, and the list of all. */
export function ColumnsButton() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const arranged = useWorkbench((state) => state.columns.arranged)
  const shown = arranged.filter(({ width }) => width !== 'hidden').length
  const count = `${shown} of ${arranged.length}`
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Columns: ${count} shown`}
        title={`${count} columns shown`}
        onClick={() => setOpen(!open)}
        className="h-(--control) text-small max-lg:px-2.5"
      >
        <Columns3 />
        <span className="max-xl:hidden">Columns</span>
        <span className="font-normal text-ink-3 tabular-nums max-lg:hidden">{count}</span>
      </Button>
      {open && button.current && <ColumnsPanel anchor={button.current} onClose={() => setOpen(false)} />}
    </>
  )
}

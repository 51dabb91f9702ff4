import { ListFilter } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { KeyFilter } from './arrange-keys.ts'

const titles: Readonly<Record<KeyFilter, string>> = {
  'to-check': 'Nothing to check',
  missing: 'No key is missing in another environment',
  changed: 'No key was changed this week',
}

/** Shown instead of the table, if no key passes the filter. */
export function NothingFiltered({ only, onClear }: { only: KeyFilter; onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title={titles[only]}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all keys
        </Button>
      }
    />
  )
}

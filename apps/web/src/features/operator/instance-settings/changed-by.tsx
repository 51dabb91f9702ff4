import type { SettingChange } from '@envhold/contract/operator/instance-settings.ts'
import { Time } from '../../../ui/text/time.tsx'

/** Who changed a setting last, and when. */
export function ChangedBy({ changed }: { changed: SettingChange | null }) {
  if (!changed) return <>Never changed</>
  const { at, by } = changed
  return (
    <>
      Changed <Time at={at} />{' '}
      {by ? `by ${by.username ?? `a deleted account (${by.id})`}` : 'by a command on the server'}
    </>
  )
}

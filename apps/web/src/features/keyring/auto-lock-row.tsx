import { useConnection } from '../../connection/use-connection.ts'
import { idleChoices } from '../../connection/vault/auto-lock.ts'
import { useStore } from '../../ui/create-store.ts'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'

const words = (minutes: number) => (minutes === 60 ? '1 hour' : `${minutes} minutes`)

/** After how long without input the vault locks in this browser. */
export function AutoLockRow() {
  const { autoLock } = useConnection()
  const minutes = useStore(autoLock.minutes)
  return (
    <SettingRow
      title="Lock automatically"
      description={
        minutes === null
          ? 'Only when the browser closes or you lock it.'
          : `After ${words(minutes)} without input, and when the browser closes.`
      }
      action={
        <Select
          aria-label="Lock automatically"
          value={String(minutes)}
          className="w-36"
          onChange={({ target }) =>
            autoLock.choose(idleChoices.find((choice) => String(choice) === target.value) ?? null)
          }
        >
          {idleChoices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {words(choice)}
            </option>
          ))}
          <option value="null">Never</option>
        </Select>
      }
    />
  )
}

import type { Variables } from '@envhold/formats/variables.ts'
import type { TrxContext } from '../../../context.ts'
import { isUntampered, logTampered } from '../../../db/unless-tampered.ts'
import {
  type DueDay,
  deleteDueDays,
  dueDayMac,
  insertDueDays,
  listStoredDueDays,
  type NewDueDay,
} from './due-day-store.ts'
import { dayAt, remindedFrom } from './due-reminder.ts'

type Store = TrxContext<'secrets' | 'clock' | 'log'>

/**
 * Writes on which days variables are due, for the sweep that reminds of them, which cannot open the environment. A day
 * that stays keeps its reminders. The environment must be locked, and the transaction must write these variables.
 */
export async function storeDueDays(tx: Store, environmentId: number, variables: Variables): Promise<void> {
  const now = tx.clock()
  const stored = new Map<string, DueDay>()
  const broken: string[] = []
  for (const row of await listStoredDueDays(tx.db, environmentId))
    if (isValid(tx, row)) stored.set(row.day, row)
    else broken.push(row.day)
  const dueDays = dueDaysOf(variables, dayAt(now)).map((due): NewDueDay => {
    const known = stored.get(due.day)
    const reminded = known ? known.reminded : remindedFrom(due.day, now)
    return { environment_id: environmentId, ...due, reminded }
  })
  const isStored = ({ day, variable_count, set_by }: NewDueDay) => {
    const known = stored.get(day)
    return known?.variable_count === variable_count && known.set_by === set_by
  }
  const unchanged = new Set(dueDays.filter(isStored).map(({ day }) => day))
  const outdated = [...stored.keys()].filter((day) => !unchanged.has(day))
  await deleteDueDays(tx.db, environmentId, [...broken, ...outdated])
  await insertDueDays(
    tx,
    dueDays.filter(({ day }) => !unchanged.has(day)),
  )
}

/** Whether any variable has a due day. */
export const hasDueDays = (variables: Variables): boolean =>
  [...variables.values()].some(({ due }) => due !== undefined)

/** From today on: nobody is reminded of a day that is past. */
function dueDaysOf(variables: Variables, today: string) {
  const entries = [...variables.values()].flatMap(({ due, dueSetBy }) =>
    due !== undefined && due >= today && dueSetBy !== undefined ? [{ day: due, by: dueSetBy }] : [],
  )
  return Array.from(
    Map.groupBy(entries, ({ day }) => day),
    ([day, ofDay]) => ({
      day,
      variable_count: ofDay.length,
      set_by: JSON.stringify([...new Set(ofDay.map(({ by }) => by))].sort((left, right) => left - right)),
    }),
  )
}

/** A row that was changed from outside is written again, like one that is missing. */
const isValid = (tx: Store, row: DueDay): boolean =>
  isUntampered(() => dueDayMac.check(tx.secrets, row), logTampered(tx, 'due-days'))

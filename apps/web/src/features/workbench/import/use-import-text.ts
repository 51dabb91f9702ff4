import type { Environment } from '@envhold/contract/environments/environments.ts'
import { isSameInDetail, type Variables, type WriteMode } from '@envhold/formats/variables.ts'
import { toast } from 'sonner'
import { useConnection } from '../../../connection/use-connection.ts'
import { changedKeys, countsOf, countText } from '../data/describe-changes.ts'
import { notifyUndoable } from '../data/notify-undoable.ts'
import { useVariableWrites } from '../data/use-variable-writes.ts'
import type { Preview } from './import-preview.ts'
import type { TextFormat } from './text-format.ts'

type Ready = Extract<Preview, { kind: 'ready' }>

/** Imports a text that was previewed, and offers to undo it. @throws StaleError if somebody else saved meanwhile */
export function useImportText(environment: Environment, before: Variables) {
  const connection = useConnection()
  const { importDotenv, importVariables } = useVariableWrites(environment)
  return async (
    { text, format }: { text: string; format: TextFormat },
    mode: WriteMode,
    { after: written, read, changes, count }: Ready,
  ): Promise<void> => {
    const {
      warnings,
      environment: after,
      ...done
    } = format === 'dotenv'
      ? await importDotenv(text, mode, written)
      : await importVariables(read, mode, written)
    notifyUndoable(connection, `Imported ${countText(count)}: ${countsOf(done)}`, [
      { after, keys: changedKeys(changes), before, written, isSame: isSameInDetail },
    ])
    if (warnings.length > 0) toast.warning(`${warnings.length} of them need review`)
  }
}

import { findSameValues } from '@envhold/contract/variables/find.ts'
import type { Connection } from '../../../connection/connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { looksLikeSecret } from '../comparison/looks-like-secret.ts'
import type { UndoableWrite } from '../data/write-version.ts'
import { openWorkbench } from '../store/workbench-store.ts'
import { countProjects, elsewhere } from './same-values-query.ts'

const maxKeys = 3

/** The secrets that a write has replaced. */
function replacedSecrets({ keys, before, written }: UndoableWrite): string[] {
  return keys
    .filter((key) => {
      const [old, now] = [before.get(key)?.value, written.get(key)?.value]
      return old !== undefined && now !== undefined && old !== now && looksLikeSecret(key, old)
    })
    .slice(0, maxKeys)
}

const offered = new Set<string>()

/**
 * After secrets were replaced: offers to replace their former values in other projects, too. Nothing is said if that
 * cannot be found out, the vault is locked, or the page shows no variables. The offer outlives its environment.
 * @param writes of one save; the last one is searched for
 */
export async function notifyRotation(
  connection: Connection,
  writes: readonly UndoableWrite[],
): Promise<void> {
  const write = writes.findLast((each) => replacedSecrets(each).length > 0)
  if (!write || connection.vault.read() === null) return
  const { id, version, project_id } = write.after
  const body = { environment_id: id, keys: replacedSecrets(write), version: version - 1 }
  const answer = await connection.api.call(findSameValues, { body }).catch(() => null)
  if (openWorkbench.read() === null || connection.vault.read() === null) return
  for (const [key, matches] of Map.groupBy(answer?.matches ?? [], ({ same_as }) => same_as)) {
    const value = write.written.get(key ?? '')?.value
    const others = elsewhere(matches, project_id)
    if (key === null || value === undefined || others.length === 0) continue
    const projects = new Set(matches.map(({ project }) => project.id))
    const where = formatCount(countProjects(others), 'other project')
    const kind = `rotation of ${key}`
    const rotation = { key, matches, projects, value }
    offered.add(kind)
    toast.info(`The former value of ${key} is still in ${where}.`, {
      kind,
      action: {
        label: 'Rotate there too…',
        holdsValues: true,
        onClick: () => openWorkbench.read()?.actions.open({ what: 'rotate', rotation }),
      },
    })
  }
}

/** Ends the offers when the page no longer shows variables. */
export function endRotationOffers(): void {
  for (const kind of offered) toast.dismiss(kind)
  offered.clear()
}

import { limits } from '@envhold/contract/limits.ts'
import { list, part, shell, text, topic } from '../manual/block.ts'

export const history = {
  ...topic(
    'history',
    'History and restoring',
    text(
      'Each write to an environment makes the next version. The history names who wrote it, when, and which keys were added, changed and removed; with the vault open you can look into every version.',
    ),
    list(
      'Restoring an old version writes its variables as a new one. Nothing is lost, and restoring can be undone the same way.',
      `Versions are stored while an environment’s history is below ${limits.historyBytes / 1024 / 1024} MiB. Beyond that the oldest go, never the newest ${limits.historyKeptVersions}. The history says from which version on it is complete.`,
    ),
    shell(
      `envhold history
envhold rollback 12 --yes`,
      'Restored version 12',
    ),
    part('key-history', 'One variable'),
    text(
      '**History** in the menu of a row, or the key `H`, lists who changed this variable, and when. A value is read and shown only once you reveal it. **Restore this value** writes that one value; all other variables stay as they are.',
    ),
    shell(
      `envhold history RELEASE --values
envhold rollback 12 --key RELEASE --yes`,
      'RELEASE',
    ),
  ),
  alias: 'version rollback undo restore',
}

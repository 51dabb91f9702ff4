import type { BackupList } from '@envhold/contract/operator/backups.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Panel } from '../parts/panel.tsx'
import { restoreSteps } from './restore-steps.ts'

/** How a backup of this server is restored, with its own paths. */
export function RestoreInstructions({ list }: { list: BackupList }) {
  return (
    <Panel title="Restore a Backup" className="mt-6">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t px-4 py-4">
        {restoreSteps(list).map(({ text, commands }, at) => (
          <li key={text} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p>
              {at + 1}. {text}
            </p>
            {commands && <CodeBlock code={commands} label={`Copy step ${at + 1}`} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

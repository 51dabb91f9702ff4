import { formatBytes } from '@envhold/contract/limits.ts'
import type { Backup } from '@envhold/contract/operator/backups.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { CopyableId, DetailsDrawer } from '../parts/details-drawer.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { BackupState, isBusy, startedBy, useBackupActions, VerificationBadge } from './backup.tsx'

const factsOf = (backup: Backup) => {
  const { file, node, contents, started_at, finished_at } = backup
  return {
    File: <CopyableId id={file} label="file name" />,
    Node: node || '–',
    State: <BackupState backup={backup} />,
    'Started by': startedBy(backup),
    Started: <Time at={started_at} />,
    Finished: finished_at ? <Time at={finished_at} /> : '–',
    ...(contents && {
      Size: formatBytes(contents.size),
      'SHA-256': <CopyableId id={contents.sha256} label="checksum" />,
      Database: contents.engine,
      Envhold: contents.version,
      Instance: <CopyableId id={contents.instance_id} label="instance id" />,
      Activity: `Up to entry ${formatCount(contents.activity)}`,
      'Newest root': contents.root ? <CopyableId id={contents.root} label="root" /> : '–',
    }),
  }
}

/** A backup, how its last verification ended, and what can be done with it. */
export function BackupDrawer({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const mayVerify = useMayCall('verifyBackup')
  const mayDelete = useMayCall('deleteBackup')
  const [isDeleting, setDeleting] = useState(false)
  const { verify, remove } = useBackupActions()
  const { id, file, state, error } = backup
  const canDelete = mayDelete && !isBusy(backup)
  return (
    <DetailsDrawer
      onClose={onClose}
      title="Backup"
      facts={factsOf(backup)}
      danger={
        canDelete && (
          <div>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete Backup
            </Button>
          </div>
        )
      }
    >
      {error && (
        <Banner tone="bad" title="It failed">
          {error}
        </Banner>
      )}
      {state !== 'failed' && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex min-h-8 items-center justify-between gap-3">
            <h3 className="font-semibold">Verification</h3>
            {mayVerify && !isBusy(backup) && (
              <Button variant="secondary" size="sm" busy={verify.isPending} onClick={() => verify.mutate(id)}>
                Verify
              </Button>
            )}
          </div>
          <Verification backup={backup} />
        </section>
      )}
      <TypedConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete this backup?"
        description={`${file} is deleted from its disk. This cannot be undone.`}
        confirmText="Delete Backup"
        typedWord="delete"
        onConfirm={async () => {
          await remove(id)
          onClose()
        }}
      />
    </DetailsDrawer>
  )
}

function Verification({ backup: { verification } }: { backup: Backup }) {
  if (verification === null)
    return <p className="text-small text-ink-2">Nobody has verified this backup yet.</p>
  const { at, summary, problems } = verification
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-small">
      <p className="flex flex-wrap items-center gap-2">
        <VerificationBadge verification={verification} />
        <span className="text-ink-3">
          <Time at={at} />
        </span>
      </p>
      <p>{summary}</p>
      {problems.length > 0 && (
        <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-1 pl-4 break-words text-bad">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

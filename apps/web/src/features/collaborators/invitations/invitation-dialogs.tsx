import { cancelInvitation, invitationDays } from '@envhold/contract/collaborators/collaborators.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { copyFailed } from '../../../ui/text/copy-button.tsx'
import { Strong } from '../../../ui/text/strong.tsx'
import { collaboratorErrors, refetchCollaborators, useVaultIfOpen } from '../collaborator-queries.ts'

interface Props {
  email: string
  link: string
  onClose: () => void
}

/** On a server without mail the inviter passes the link on. The server keeps no copy of it. */
export function InvitationLinkDialog({ email, link, onClose }: Props) {
  const close = useUnsaved(true, 'shown')
  return (
    <Dialog
      onClose={() => close(onClose)}
      title="Pass this link on"
      description={
        <div className="grid gap-2">
          <p>
            This server sends no mail. Send this link to <Strong>{email}</Strong> yourself over a channel you
            trust: it grants access to the environments you chose. It works once, for {invitationDays} days.
          </p>
          <p>
            Copy it now: it is shown only once and cannot be shown again. If it is lost, cancel the invitation
            and send a new one.
          </p>
        </div>
      }
    >
      <div className="grid min-w-0 gap-5">
        <LinkUrlHint url={link} />
        <CodeBlock
          code={link}
          label="Copy link"
          onFailed={copyFailed('Failed to copy the invitation link')}
        />
        <DialogActions>
          <Button onClick={onClose}>I have copied it</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

interface CancelInvitationDialogProps {
  project: Project
  email: string
  onClose: () => void
}

export function CancelInvitationDialog({ project, email, onClose }: CancelInvitationDialogProps) {
  const connection = useConnection()
  const ifOpen = useVaultIfOpen()
  const confirm = async () => {
    const input = { params: { id: project.id }, body: { email } }
    await ifOpen(() => connection.api.call(cancelInvitation, input))
    await refetchCollaborators(connection, project.id)
  }
  return (
    <CallDialog
      tone="warning"
      title="Cancel invitation"
      description={
        <>
          The link in the mail to <Strong>{email}</Strong> stops working immediately. You can invite them
          again.
        </>
      }
      cancelText="Keep invitation"
      confirmText="Cancel invitation"
      errors={collaboratorErrors.cancelInvitation}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}

/** The addresses that each machine has for itself. */
const isOwnMachine = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

interface LinkUrlHintProps {
  /** Where the link of an invitation leads: a URL of the instance. */
  url: string
}

/** Warns an inviter whose invitation leads to an address that the invited person may be unable to open. */
export function LinkUrlHint({ url }: LinkUrlHintProps) {
  const { origin } = new URL(url)
  const isElsewhere = origin !== window.location.origin
  if (!isElsewhere && !isOwnMachine(url)) return null
  return (
    <Banner tone="warn" title={`The link leads to ${origin}`}>
      {isOwnMachine(url)
        ? 'It only opens on the server’s own machine.'
        : 'You opened this page at another address, so check that the invited person can open that one.'}{' '}
      The operator sets the address with PUBLIC_URL.
    </Banner>
  )
}

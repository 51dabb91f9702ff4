import { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import {
  approveUser,
  endUserSessions,
  extendGracePeriod,
  forceDeleteUser,
  graceExtension,
  listUsers,
  readUserDetail,
  removeUserFactors,
  startUserReset,
  suspendUser,
  unsuspendUser,
} from '@envhold/contract/operator/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { formatDay } from '../../../ui/text/format.ts'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { AssignRoleDialog } from '../roles/assign-role-dialog.tsx'
import type { ActionKind, ListedUser } from './user-queries.ts'

interface Props {
  readonly user: ListedUser
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onDeleted?: () => void
}

function SuspendDialog({ user, onDeleted: _, ...dialog }: Props) {
  const api = useApi()
  const done = useActDone()
  return (
    <TypedConfirmDialog
      {...dialog}
      title="Suspend User"
      description={`${user.username} (${user.email}) is confined immediately: tokens and API keys stop working. Nothing is deleted.`}
      confirmText="Suspend User"
      busyText="Suspending..."
      reason={{ hint: 'Shown to the user, on the page and in an e-mail.' }}
      errors={{ fallback: 'Failed to suspend user' }}
      onConfirm={async (reason) => {
        const { message } = await api.call(suspendUser, { params: { id: user.id }, body: { reason } })
        await done(message)
      }}
    />
  )
}

function ForceDeleteDialog({ user, onDeleted, ...dialog }: Props) {
  const api = useApi()
  const done = useActDone()
  const { projects } = user._count
  return (
    <TypedConfirmDialog
      {...dialog}
      title="Force Delete"
      description="Are you sure you want to permanently delete this user? This action cannot be undone."
      confirmText="Force Delete"
      busyText="Deleting..."
      typedWord={user.username}
      reason={{ hint: 'Shown to the user in an e-mail.' }}
      errors={{ fallback: 'Failed to delete user' }}
      onConfirm={async (reason) => {
        const { message } = await api.call(forceDeleteUser, { params: { id: user.id }, body: { reason } })
        onDeleted?.()
        await done(message)
      }}
    >
      <p className="text-ink-2">
        {projects === 0
          ? `${user.email} owns no project.`
          : `${user.email} owns ${projects === 1 ? 'one project' : `${projects} projects`}, which will be deleted with every environment and variable.`}{' '}
        Environments in other people’s projects that the account could read get new keys.
      </p>
    </TypedConfirmDialog>
  )
}

function ExtendDialog({ user, onDeleted: _, ...dialog }: Props) {
  const api = useApi()
  const done = useActDone()
  const [days, setDays] = useState(String(graceExtension.days))
  const number = Number(days)
  const isValid = Number.isInteger(number) && number >= 1 && number <= graceExtension.maxDays
  return (
    <TypedConfirmDialog
      {...dialog}
      title="Extend Grace Period"
      description={`${user.username} deleted the account and can restore it by signing in until ${day(user.grace_ends_at)}.`}
      confirmText="Extend Grace Period"
      tone="primary"
      disabled={!isValid}
      isDirty={number !== graceExtension.days}
      errors={{ fallback: 'Failed to extend the grace period' }}
      onConfirm={async () => {
        const { grace_ends_at } = await api.call(extendGracePeriod, {
          params: { id: user.id },
          body: { days: number },
        })
        await done(`The grace period ends ${day(grace_ends_at)}.`)
      }}
    >
      <Field label="Days">
        <Input
          type="number"
          min={1}
          max={graceExtension.maxDays}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </Field>
    </TypedConfirmDialog>
  )
}

function RoleDialog({ user, onDeleted: _, ...dialog }: Props) {
  const { id, username, roles } = user
  return <AssignRoleDialog user={{ id, username, roleId: roles[0]?.id ?? null }} {...dialog} />
}

const day = (time: string | null) => (time === null ? 'an unknown day' : formatDay(time))

/** Says what was done, and reads the lists again that it changed. */
function useActDone(): (message: string) => Promise<void> {
  const queries = useQueryClient()
  return async (message) => {
    toast.success(message)
    await refetchReads(queries, listUsers, readUserDetail, readAdminStats)
  }
}

/** Acts that need a reason alone. */
const signInHelp = {
  reset: {
    title: 'Send Reset Link',
    text: 'gets an e-mail with a link for a new sign-in password. You never see the link, and it does not open the vault.',
    hint: 'The user reads it on the account page.',
    call: startUserReset,
    failure: 'Failed to send the link',
  },
  sessions: {
    title: 'Sign Out Everywhere',
    text: 'is signed out on every device. Personal tokens and API keys work as before.',
    hint: 'Shown to the user, in an e-mail and on the account page.',
    call: endUserSessions,
    failure: 'Failed to sign out the user',
  },
  factors: {
    title: 'Remove Second Factors',
    text: 'gets an e-mail now and can stop it. After 72 hours the authenticator app, the recovery codes and the passkeys are gone, and every device is signed out.',
    hint: 'Shown to the user, in an e-mail and on the account page. Check first that it is their account.',
    call: removeUserFactors,
    failure: 'Failed to start removing the second factors',
  },
} as const

const signInHelpDialog = (kind: keyof typeof signInHelp) =>
  function SignInHelpDialog({ user, onDeleted: _, ...dialog }: Props) {
    const api = useApi()
    const done = useActDone()
    const { title, text, hint, call, failure } = signInHelp[kind]
    return (
      <TypedConfirmDialog
        {...dialog}
        title={title}
        description={`${user.username} (${user.email}) ${text}`}
        confirmText={title}
        tone={kind === 'reset' ? 'primary' : 'danger'}
        reason={{ hint }}
        errors={{ fallback: failure }}
        onConfirm={async (reason) => {
          const { message } = await api.call(call, { params: { id: user.id }, body: { reason } })
          await done(message)
        }}
      />
    )
  }

const dialogs = {
  reset: signInHelpDialog('reset'),
  sessions: signInHelpDialog('sessions'),
  factors: signInHelpDialog('factors'),
  suspend: SuspendDialog,
  delete: ForceDeleteDialog,
  extend: ExtendDialog,
  role: RoleDialog,
}
const isAsked = (kind: ActionKind): kind is keyof typeof dialogs => kind in dialogs

/**
 * Does at once what takes nothing away; asks before everything else.
 * @param onDeleted after the account was deleted
 * @returns what starts an act, and the dialog to draw
 */
export function useUserActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const api = useApi()
  const done = useActDone()
  const [asked, setAsked] = useState<{ kind: keyof typeof dialogs; user: ListedUser } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const act = async (kind: ActionKind, user: ListedUser) => {
    const params = { id: user.id }
    try {
      if (kind === 'approve') await done((await api.call(approveUser, { params })).message)
      else if (kind === 'unsuspend') await done((await api.call(unsuspendUser, { params })).message)
      else if (isAsked(kind)) {
        setAsked({ kind, user })
        setAsking(true)
      }
    } catch (error) {
      notifyError(error)
    }
  }
  const Asking = isAsking && asked && dialogs[asked.kind]
  const dialog = Asking && (
    <Asking
      key={`${asked.kind} ${asked.user.id}`}
      user={asked.user}
      open
      onOpenChange={setAsking}
      {...(onDeleted && { onDeleted })}
    />
  )
  return { act, dialog }
}

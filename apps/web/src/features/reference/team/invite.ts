import { invitationDays } from '@envhold/contract/collaborators.ts'
import { list, part, steps, text, topic } from '../manual/block.ts'

export const invite = {
  ...topic(
    'invite',
    'Invite a collaborator',
    steps(
      'Open the Collaborators tab and choose **Invite Collaborator**. Enter an e-mail address, a permission and at least one environment.',
      'The invitation is mailed, and shows on the dashboard of the invited account. The link leads to signing up, if that is needed.',
      'They accept with their own master password. From then on their account holds the keys of those environments.',
    ),
    list(
      `An invitation ends after ${invitationDays} days. Until it is accepted you can change or cancel it.`,
      'Without a mail server you see the link once and pass it on yourself. It holds a secret: use a channel that you trust.',
      'Somebody who accepts without the link gets the keys when you next unlock your vault. Until then they see **keys pending**.',
      'Never share your master password. Each person has one of their own.',
    ),
    part('shared-projects', 'Projects shared with you'),
    text(
      'They are on the dashboard under **Shared with Me** and work like your own, within your permissions. If two projects have the same name, the command line takes `--project owner/name`.',
    ),
  ),
  alias: 'share collaborator invitation link accept decline team member',
}

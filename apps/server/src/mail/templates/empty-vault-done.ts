import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count } from '../mail-variables.ts'
import { environmentsOf } from '../wording.ts'

export const emptyVaultDone = mailTemplate({
  name: 'empty-vault-done',
  category: 'security',
  priority: 'critical',
  description: 'Reports that the vault of an account is empty, and what was deleted.',
  variables: {
    deleted: count('How many environments were deleted', 3),
    shared: count('How many environments come back from other members', 2),
  },
  subject: () => 'Your vault is empty',
  body: ({ deleted, shared }, url) => ({
    title: 'Your vault is empty',
    preview: 'Set a master password to use it again.',
    paragraphs: [
      line`The old vault is gone. Set a new master password to use Envhold again.`,
      [`Deleted, because nobody else could open them: ${environmentsOf(deleted)}.`],
      [
        `Shared with other members: ${environmentsOf(shared)}. They come back after you set the new master password, when such a member gives you the keys.`,
      ],
    ],
    action: { label: 'Set a master password', url: `${url}/account` },
    closing: [line`Personal tokens and API keys that could open nothing any more were revoked.`],
    reason: 'this is the e-mail address of your account',
  }),
})

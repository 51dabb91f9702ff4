import { retention } from '@envhold/contract/retention.ts'
import { text, topic } from '../manual/block.ts'

export const deleteAccount = {
  ...topic(
    'delete-account',
    'Delete your account',
    text(
      `Choose **Delete account** on the account page. The account is inactive for ${retention.deletedAccountDays} days, in which signing in restores it; your API keys and tokens stop at once. After that it is deleted with its projects. [Take everything with you](#export) before.`,
    ),
  ),
  alias: 'gdpr erase close',
}

import { limits } from '@envhold/contract/limits.ts'
import {
  personalTokenPermissionDescriptions,
  personalTokenPermissions,
} from '@envhold/contract/permissions.ts'
import { list, table, text, topic } from '../manual/block.ts'

export const personalTokens = {
  ...topic(
    'personal-tokens',
    'Personal tokens',
    text(
      'A personal token, `ppt_…`, acts for you on the command line and the API. Create it on the account page, with the permissions that it needs, or on the CLI page with all of them. It is shown once.',
    ),
    table(
      ['Permission', 'Allows'],
      ...personalTokenPermissions.map((name) => [`\`${name}\``, personalTokenPermissionDescriptions[name]]),
    ),
    list(
      'It unlocks by itself what you could open when you made it, and what is shared with you later.',
      'It cannot change the account, the master password or other tokens, and opens no operator’s call.',
      `It has ${limits.personalTokenCallsPerHour.toLocaleString('en-US')} calls an hour on every plan.`,
      'Revoke it on the account page. That cannot be undone.',
    ),
  ),
  alias: 'ppt pat access token cli',
}

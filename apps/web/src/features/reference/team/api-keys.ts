import { apiKeyPermissions } from '@envhold/contract/permissions.ts'
import { list, note, part, table, text, topic } from '../manual/block.ts'

export const apiKeys = {
  ...topic(
    'api-keys',
    'API keys',
    note('Only the owner of a project creates, sees and deletes its API keys.'),
    text(
      'A key belongs to a project, not to a person, and is made for machines: it opens the environments that it was given, without a master password, and only reads. Create it on the API Keys tab. The full key, `pak_…`, is shown once; only a hash is stored.',
    ),
    table(
      ['Permission', 'Allows', 'Which keys'],
      ...apiKeyPermissions.map(({ name, description, required }) => [
        `\`${name}\``,
        description,
        required ? 'all' : 'chosen when the key is made',
      ]),
    ),
    list(
      '**Environments**: only some, or all of the project, including later ones. A new key is proposed one.',
      '**Allowed IPs**: single addresses or CIDR ranges. Calls from elsewhere get 403.',
      '**Expiry**: a date after which the key stops, 90 days unless you choose another. Keys that end within seven days are marked.',
      '**Usage**: calls, errors and average time over 1 hour to 30 days, and each call in the API usage log.',
    ),
    part('delete-key', 'Switch off or delete'),
    text(
      'Deleting a key stops it at once and gives its environments new keys. A key that is only switched off can be switched on again.',
    ),
    text(
      'If a key leaked, delete it, then replace the values that it could read at their source. The usage log shows what was read, from where.',
    ),
  ),
  alias: 'pak ci machine service account token ip allow list expiry',
}

import { part, table, text, topic } from '../manual/block.ts'

export const roles = {
  ...topic(
    'roles',
    'Roles',
    text(
      'A project has one **owner** and as many **collaborators** as the owner’s plan allows. Each collaborator has a role, and sees only the environments that the owner shares with them.',
    ),
    table(
      ['What', 'Owner', 'Write', 'Read'],
      ['See names, values and history; copy and download', 'yes', 'yes', 'yes'],
      ['Add, change, import and delete variables; restore a version', 'yes', 'yes', 'no'],
      ['Add, rename and delete environments; edit or delete the project', 'yes', 'no', 'no'],
      ['Invite, change and remove collaborators', 'yes', 'no', 'no'],
      ['Create and delete API keys; download the log', 'yes', 'no', 'no'],
    ),
    part('read-means-read', 'Read means reading values'),
    text(
      'A collaborator with the role read can reveal, copy and download values: programs need them. To show somebody names only, use an API key with `read_schema` and the [schema endpoint](#schema), or do not share the environment.',
    ),
  ),
  alias: 'permissions owner write read access matrix',
}

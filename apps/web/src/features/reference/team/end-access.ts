import { list, text, topic } from '../manual/block.ts'

export const endAccess = {
  ...topic(
    'end-access',
    'Change or end access',
    text(
      '**Edit permission** changes the role and the environments of a collaborator. **Remove** ends all access; collaborators can also leave a project themselves.',
    ),
    list(
      'Sessions, tokens and calls of that person lose access with the next request.',
      'Environments that they could read get a new key, at once if your vault is open, otherwise at the next unlocked call. Until then they are marked.',
      'What they read before is still known to them. Replace such values at their source, as with any colleague who leaves.',
      'Every invitation, change and removal is in the project’s activity.',
    ),
  ),
  alias: 'remove revoke collaborator rekey rotate leave offboarding',
}

import type { NewToken } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import type { Tx } from '../audit-log/tx.ts'
import { insertPrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import type { OwnedProject } from '../projects/project-store.ts'

/** Makes the mailed link of an invitation a principal, to which environments can be sealed. */
export const insertLink = (tx: Tx, project: OwnedProject, link: NewToken<'inv'>): Promise<PrincipalRow> =>
  insertPrincipal(tx, {
    kind: 'invitation',
    id: link.id,
    user_id: project.owner_id,
    project_id: project.id,
    all_environments: 0,
    public_key: keyPairFromSeed(link.seed).publicKey,
  })

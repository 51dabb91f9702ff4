import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { checkServerSecret } from './fingerprint-store.ts'

const secretsOf = (...texts: string[]) => serverSecrets(parseServerSecrets(texts.join(',')))

forEachEngine((engine) => {
  const app = withApp(engine)

  test('binds a database to the first secret, follows a rotation, rejects any other', async () => {
    const { db } = app.ctx
    const [old, next, other] = [newServerSecret(1), newServerSecret(2), newServerSecret(3)]
    await db.deleteFrom('instance').where('key', '=', 'server-secret').execute()

    await checkServerSecret(db, secretsOf(old))
    await checkServerSecret(db, secretsOf(old))
    await expect(checkServerSecret(db, secretsOf(other))).rejects.toThrow(/not the secret of this database/)
    await expect(checkServerSecret(db, secretsOf(next))).rejects.toThrow(/not the secret of this database/)

    await checkServerSecret(db, secretsOf(next, old))
    await checkServerSecret(db, secretsOf(next))
    await expect(checkServerSecret(db, secretsOf(old))).rejects.toThrow(/not the secret of this database/)
  })

  test('accepts one of several nodes that start at once with different secrets', async () => {
    const { db } = app.ctx
    await db.deleteFrom('instance').where('key', '=', 'server-secret').execute()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => checkServerSecret(db, secretsOf(newServerSecret()))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

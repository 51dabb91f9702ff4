import { type MovedServer, startMovedServer } from '../dev/lifecycle/moved-server.ts'
import { readMail } from '../dev/world/mails.ts'
import { freePort } from '../dev/world/postgres-process.ts'
import { signUp } from '../dev/world/sign-up.ts'
import { type Running, signedIn } from './journey.ts'

/** The link of the mail of a template, once it has come. */
export async function linkMailedBy(moved: MovedServer, template: string): Promise<string> {
  await moved.mailed()
  const mails = await Promise.all(moved.mails.map(({ raw }) => readMail(raw)))
  return mails.find((mail) => mail.template === template)?.link ?? ''
}

/** On a server whose clock the test moves. */
export const onMovedClock = signedIn.extend<{ moved: MovedServer }>({
  moved: async ({ host }, use) => {
    const port = String(await freePort())
    const moved = await startMovedServer('sqlite', { PORT: port, PUBLIC_URL: `http://${host}:${port}` })
    await use(moved)
    await moved.stop()
  },
  server: ({ moved }, use) => {
    const never = () => Promise.reject(new Error('It runs until the test ends'))
    const running: Running = {
      url: moved.url,
      dataDir: moved.dataDir,
      settings: {},
      addPerson: (options) => signUp(moved.url, options),
      kill: never,
      startAgain: never,
    }
    return use(running)
  },
})

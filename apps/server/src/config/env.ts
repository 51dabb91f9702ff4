/** The environment variables of the process. Nothing else reads them: everything else reads `Config`. */
export const environment = (): Readonly<Record<string, string | undefined>> => process.env

/** Changes a variable for the rest of this process; undefined removes it. */
export function setVariable(name: string, text: string | undefined): void {
  if (text === undefined) delete process.env[name]
  else process.env[name] = text
}

const ofStores = /^(PATH|HOME|SSH_AUTH_SOCK|NODE_EXTRA_CA_CERTS|RCLONE_\w+)$/

/** What a process gets that sends backups to another place: nothing of the server's own settings. */
export const storeEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(environment()).filter(([name]) => ofStores.test(name)))

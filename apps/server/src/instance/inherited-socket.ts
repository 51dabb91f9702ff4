/** The first file descriptor that a service manager passes on: sd_listen_fds(3). */
const first = 3

/**
 * The listening socket that systemd opened for this process, so that connections wait while the server restarts;
 * undefined without one.
 * @throws Error for more than one
 */
export function inheritedSocket({
  LISTEN_PID,
  LISTEN_FDS,
}: Readonly<Record<string, string | undefined>>): { readonly fd: number } | undefined {
  if (!LISTEN_FDS || LISTEN_PID !== String(process.pid)) return undefined
  if (LISTEN_FDS !== '1') throw new Error(`The server takes one socket, and was given ${LISTEN_FDS}`)
  return { fd: first }
}

import { spawn } from 'node:child_process'

const openers = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }
const secret = /SECRET|TOKEN|PASSWORD|KEY|_URL$/

/** Whether a page that this process opens shows to whoever started it: at a terminal, on a screen of this machine. */
export const mayOpenBrowser = (
  set = process.env,
  { platform, isTerminal } = { platform: process.platform, isTerminal: process.stdout.isTTY === true },
) =>
  isTerminal &&
  (!set.CI || set.CI === 'false') &&
  set.BROWSER !== 'none' &&
  !set.SSH_CONNECTION &&
  (platform in openers || Boolean(set.DISPLAY || set.WAYLAND_DISPLAY))

/**
 * Opens the sign-up form of a server that has just started and has no account yet. A restart opens nothing, and a
 * failure is silent: the address is printed anyway.
 */
export function openFirstPage({ readyAt, hasAccounts }, set = process.env) {
  if (typeof readyAt !== 'string' || hasAccounts !== false) return
  const [program, ...words] = openers[process.platform] ?? ['xdg-open']
  // A browser that this starts keeps its environment for as long as it runs.
  const env = Object.fromEntries(Object.entries(set).filter(([name]) => !secret.test(name)))
  try {
    const child = spawn(program, [...words, `${readyAt}/login#sign-up`], {
      stdio: 'ignore',
      detached: true,
      env,
    })
    child.once('error', () => {})
    child.unref()
  } catch {}
}

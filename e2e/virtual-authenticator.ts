import type { CDPSession, Page } from '@playwright/test'

interface Kind {
  /** Whether it computes secrets: the extension `prf`. */
  readonly hasPrf: boolean
  readonly transport: 'internal' | 'usb'
}

export interface VirtualAuthenticator {
  /** Whether its user passes the fingerprint check from now on. */
  readonly setVerified: (isVerified: boolean) => Promise<void>
  readonly remove: () => Promise<void>
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const sessionOf = (page: Page): Promise<CDPSession> => {
  const known = sessions.get(page)
  if (known !== undefined) return known
  const opened = page
    .context()
    .newCDPSession(page)
    .then(async (cdp) => {
      await cdp.send('WebAuthn.enable', { enableUI: false })
      return cdp
    })
  sessions.set(page, opened)
  return opened
}

/** Plugs an authenticator into the browser, whose user confirms everything at once. */
export async function addAuthenticator(
  page: Page,
  { hasPrf, transport }: Kind,
): Promise<VirtualAuthenticator> {
  const cdp = await sessionOf(page)
  const isSynced = transport === 'internal'
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

import type { Endpoint, OutputOf } from '@envhold/contract/endpoint.ts'
import type { Page } from '@playwright/test'

/** Answers a call in the server's place, for states that take weeks. */
export const answer = <E extends Endpoint>(page: Page, endpoint: E, output: OutputOf<E>): Promise<unknown> =>
  page.route(`**/api${endpoint.path.replace(/\{\w+\}/g, '*')}${endpoint.query ? '*' : ''}`, async (route) => {
    if (route.request().method() !== endpoint.method) return route.fallback()
    await route.fulfill({ json: output })
  })

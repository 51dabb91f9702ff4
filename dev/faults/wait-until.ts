import { setTimeout as sleep } from 'node:timers/promises'

const stepMs = 50
const minuteMs = 60_000

/** Asks until the answer is yes. @throws after a minute or another time, with what was waited for */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  waitMs = minuteMs,
): Promise<void> {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > waitMs) throw new Error(`Waited in vain until ${what}`)
    await sleep(stepMs)
  }
}

/** The status of `/api/health/ready`; 0 while nothing answers. */
export const readyStatus = (url: string): Promise<number> =>
  fetch(`${url}/api/health/ready`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

/** Longer than a healthy server needs, shorter than people notice. */
const maxWaitMs = 400

/** Waits for what a page shows first, but not for slow answers. */
export const waitBriefly = (reading: Promise<unknown>, waitMs = maxWaitMs): Promise<unknown> =>
  Promise.race([reading, new Promise((resolve) => setTimeout(resolve, waitMs))])

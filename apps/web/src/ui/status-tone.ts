/** The colour of an HTTP status: success, redirect or error. */
export const statusTone = (status: number): 'good' | 'warn' | 'bad' =>
  status < 300 ? 'good' : status < 400 ? 'warn' : 'bad'

/** Another node has the job: this one's lease ended while it was busy. */
export class LeaseEnded extends Error {
  constructor() {
    super('Another node runs the job')
  }
}
